-- Takes: a store and its date.
-- Gives: the next order number.
-- A sequence, so numbers only rise and gaps are allowed.
-- spec: Order, number
create or replace function internal.next_order_number(store_id uuid, store_date date) returns text
language sql volatile
return 'ORD-' || pg_catalog.to_char(store_date, 'YYYYMMDD') || '-'
  || pg_catalog.nextval(pg_catalog.format('numbers.%I', 'orders_' || pg_catalog.replace(store_id::text, '-', ''))::regclass);
