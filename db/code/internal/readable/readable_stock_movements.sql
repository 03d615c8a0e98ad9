-- The stock ledger as staff may see it: costs with costs.read.
-- Takes: nothing, or a row that a procedure is about to give.
-- Raises: nothing.
--
-- The view reads as its owner, inside the fence; haat_staff may not read the columns themselves. What is hidden is
-- hidden from filters and orders as well, because they see the view's column.
create or replace view internal.readable_stock_movements as
select
  t.id, t.company_id, t.store_id, t.location_id, t.variant_id, t.sku, t.sequence, t.type, t.quantity_change,
  t.reserved_change, t.on_hand_after, t.reserved_after, t.reason, t.reference_type, t.reference_id,
  t.reference_number,
  case when (select internal.is_permitted('costs.read')) then t.unit_cost end as unit_cost,
  case when (select internal.is_permitted('costs.read')) then t.average_cost_after end as average_cost_after,
  t.actor_type, t.actor_id, t.actor_name, t.request_id, t.created_at
from app.stock_movements t;
call internal.install_readable('app.stock_movements');

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_stock_movements() returns setof app.stock_movements
language sql stable rows 100
begin atomic
  select * from internal.readable_stock_movements;
end;
grant execute on function internal.readable_stock_movements() to haat_staff;

create or replace function internal.readable_stock_movements(given app.stock_movements) returns app.stock_movements
language sql stable
return case
  when (given).id is null or internal.is_permitted('costs.read') then given
  else jsonb_populate_record(given, '{"unit_cost": null, "average_cost_after": null}') end;
