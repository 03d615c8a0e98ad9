-- Names the sequence that a store's order numbers come from.
create or replace function internal.order_numbers(store_id uuid) returns regclass
language sql stable
return pg_catalog.format('numbers.%I', 'orders_' || pg_catalog.replace(store_id::text, '-', ''))::regclass;
