-- The price of the units of an order line that the customer kept.
-- Takes: what the line costs, its quantity and how many units the customer kept (delivered less returned).
-- Gives: the price, to the poisha.
-- see: guides/orders#the-money
--
-- What came back is rounded, and the rest kept: so kept and app.orders.returned_amount always add up to the line.
create or replace function internal.kept_amount(line_total numeric, quantity integer, kept_quantity integer)
  returns numeric
language sql immutable parallel safe
return line_total - pg_catalog.round(line_total * (quantity - kept_quantity) / quantity, 2);
grant execute on function internal.kept_amount(numeric, integer, integer) to haat_api, haat_staff, haat_dba,
  haat_gatekeeper;
