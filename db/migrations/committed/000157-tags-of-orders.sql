--! Previous: sha1:58e21b7fc047965c7a26d07d4c610008c9fbea0a
--! Hash: sha1:0fb1176b0cf016949f401260d7aa663a7b77f4e6
--! Message: Tags of orders

--! split: 1-current.sql
-- Tags of orders: null is none.
alter table app.orders add column if not exists tags text[];
alter table app.orders drop constraint if exists orders_tags_check;
alter table app.orders add constraint orders_tags_check check (cardinality(tags) between 1 and 250
  and array_position(tags, null) is null and array_position(tags, '') is null);
create index if not exists orders_tags_idx on app.orders using gin (internal.tag_keys(store_id, tags))
  where tags is not null;
