-- Gives a new order its number, ORD-<date>-<sequence>. The sequence of a store only rises, whatever its
-- clock does; gaps are normal.
-- Takes: a store and the date on its calendar.
-- spec: Order, number
create or replace function internal.next_order_number(store_id uuid, store_date date) returns text
language sql volatile
return pg_catalog.concat(
  'ORD-', pg_catalog.to_char(store_date, 'YYYYMMDD'), '-', pg_catalog.nextval(internal.order_numbers(store_id)));
