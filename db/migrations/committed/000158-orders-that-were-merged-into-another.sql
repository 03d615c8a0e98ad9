--! Previous: sha1:0fb1176b0cf016949f401260d7aa663a7b77f4e6
--! Hash: sha1:b4ae0cc6922ba2165ed2aa7cb765168a81fa70ee
--! Message: Orders that were merged into another

--! split: 1-current.sql
-- An order that was merged into another of its customer names it.
alter table app.orders add column if not exists merged_into_id uuid;
alter table app.orders
  drop constraint if exists orders_store_id_merged_into_id_fkey,
  add constraint orders_store_id_merged_into_id_fkey foreign key (company_id, store_id, merged_into_id)
    references app.orders (company_id, store_id, id);
drop index if exists app.orders_merged_into_idx;
create index orders_merged_into_idx on app.orders (store_id, merged_into_id) where merged_into_id is not null;
