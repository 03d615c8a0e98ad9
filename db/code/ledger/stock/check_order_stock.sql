-- What orders and returns took from a level and gave back to it is what their lines say: delivered - returned +
-- damaged.
create or replace view ledger.check_order_stock with (security_invoker = true) as
with moved as (
  select m.variant_id, m.location_id, any_value(m.company_id) as company_id, any_value(m.store_id) as store_id,
    -sum(m.quantity_change) as quantity
  from app.stock_movements m
  where m.reference_type in ('order', 'return')
  group by m.variant_id, m.location_id
), gone as (
  select i.variant_id, o.location_id, any_value(i.company_id) as company_id, any_value(i.store_id) as store_id,
    sum(i.delivered_quantity - i.returned_quantity + i.damaged_quantity) as quantity
  from app.order_items i
  join app.orders o on o.id = i.order_id
  group by i.variant_id, o.location_id
)
select coalesce(g.company_id, m.company_id) as company_id, coalesce(g.store_id, m.store_id) as store_id,
  format('variant %s at location %s', coalesce(g.variant_id, m.variant_id),
    coalesce(g.location_id, m.location_id)) as object,
  format('%s units gone by the ledger', coalesce(m.quantity, 0)) as found,
    format('%s units gone by the order lines', coalesce(g.quantity, 0)) as expected,
  coalesce(g.variant_id, m.variant_id) as variant_id
from gone g
full join moved m on m.variant_id = g.variant_id and m.location_id = g.location_id
where coalesce(g.quantity, 0) <> coalesce(m.quantity, 0);
call internal.install_check('ledger.check_order_stock');
