--! Previous: sha1:54561e449e36e65b30324b3c83bd2db2a54145f6
--! Hash: sha1:fb9e458c5da4bbf95b234347ea85bcce9a93cc47
--! Message: Customers by when they changed

--! split: 1-current.sql
-- Customers are found by when they were last changed, as orders are.
create index if not exists customers_lifespans_idx on app.customers
  (store_id, internal.lifespan_class(updated_at - created_at), created_at, id);
