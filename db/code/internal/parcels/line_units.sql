-- Adds up the units of lines that are sent of an order, so that two lists of them can be compared.
-- Takes: lines [{order_item_id, quantity, condition?: sellable | damaged}], or null.
-- Gives: an object with the units of each line and condition; null where there are none.
create or replace function internal.line_units(lines jsonb) returns jsonb
language sql immutable
set search_path = ''
begin atomic
  select jsonb_object_agg(w.line, w.units)
  from (
    select lower(e.entry ->> 'order_item_id') || ' ' || coalesce(e.entry ->> 'condition', 'sellable') as line,
      sum((e.entry ->> 'quantity')::integer) as units
    from jsonb_array_elements(line_units.lines) as e (entry)
    group by 1
  ) w
  where w.units > 0;
end;
