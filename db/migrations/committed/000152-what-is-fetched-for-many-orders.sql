--! Previous: sha1:e7e86c78bf5af2ea5a9004921ab87426dba12048
--! Hash: sha1:90be2db17d3c1cdd5f2f31f6333077744cd04d88
--! Message: what is fetched for many orders

--! split: 1-current.sql
-- What is fetched from the shelves for many orders together.
drop function if exists staff.pick_list(uuid[]);
drop type if exists staff.pick_line;
drop type if exists staff.pick_order;
create type staff.pick_order as (order_id uuid, number text, quantity integer);
create type staff.pick_line as (
  location_id uuid,
  location text,
  variant_id uuid,
  sku text,
  barcode text,
  product_name text,
  variant_name text,
  image_url text,
  quantity integer,
  on_hand integer,
  orders staff.pick_order[]
);
