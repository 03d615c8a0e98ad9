-- Prices the lines that changes add to an order, at today's prices.
-- Takes: the store and the changes of the order.
-- Gives: one line for each add_item, in their order, for sale or not; null without one.
create or replace function internal.price_added_lines(store_id uuid, changes jsonb) returns internal.priced_line[]
language sql stable
begin atomic
  select internal.find_lines(price_added_lines.store_id, jsonb_agg(w.value order by w.n))
  from jsonb_array_elements(changes) with ordinality as w (value, n)
  where w.value ->> 'action' = 'add_item'
  having count(*) > 0;
end;
