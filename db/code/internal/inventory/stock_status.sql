-- Says how well a level is stocked: in_stock, low_stock (at or below the threshold) or out_of_stock.
-- Takes: the units available and the threshold.
-- spec: Inventory level
create or replace function internal.stock_status(available integer, low_stock_threshold integer) returns text
language sql immutable parallel safe
return case
  when available <= 0 then 'out_of_stock'
  when available <= low_stock_threshold then 'low_stock'
  else 'in_stock' end;
grant execute on function internal.stock_status(integer, integer) to haat_api, haat_staff, haat_dba;
