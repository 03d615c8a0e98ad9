--! Previous: sha1:3628f21edb2592cc290e819e4bcd8ecc354ab1ad
--! Hash: sha1:07bd8af7011277f849e38640eeee452cbbea634d
--! Message: Ordered again

--! split: 1-current.sql
-- An order that was called off may be ordered again: both orders name each other.
alter table app.orders
  add column if not exists reorder_of_id uuid,
  add column if not exists reordered_as_id uuid;
alter table app.orders
  drop constraint if exists orders_store_id_reorder_of_id_fkey,
  drop constraint if exists orders_store_id_reordered_as_id_fkey,
  add constraint orders_store_id_reorder_of_id_fkey foreign key (company_id, store_id, reorder_of_id)
    references app.orders (company_id, store_id, id),
  add constraint orders_store_id_reordered_as_id_fkey foreign key (company_id, store_id, reordered_as_id)
    references app.orders (company_id, store_id, id);
drop index if exists app.orders_reorder_of_idx, app.orders_reordered_as_idx;
create index orders_reorder_of_idx on app.orders (store_id, reorder_of_id) where reorder_of_id is not null;
create index orders_reordered_as_idx on app.orders (store_id, reordered_as_id) where reordered_as_id is not null;
