-- What orders and returns took from a level and gave back to it is what their lines say: delivered - returned +
-- damaged.
--
-- Two halves and no full join: asked for one variant, each reads that variant only.
create or replace view ledger.check_order_stock with (security_invoker = true) as
with moved as not materialized (
  select m.variant_id, m.location_id, any_value(m.company_id) as company_id, any_value(m.store_id) as store_id,
    -sum(m.quantity_change) as quantity
  from app.stock_movements m
  where m.reference_type in ('order', 'return')
  group by m.variant_id, m.location_id
), gone as not materialized (
  select i.company_id, i.store_id, i.variant_id, o.location_id,
    sum(i.delivered_quantity - i.returned_quantity + i.damaged_quantity) as quantity
  from app.order_items i
  join app.orders o on o.id = i.order_id
  group by i.company_id, i.store_id, i.variant_id, o.location_id
)
select g.company_id, g.store_id, format('variant %s at location %s', g.variant_id, g.location_id) as object,
  format('%s units gone by the ledger', coalesce(m.quantity, 0)) as found,
  format('%s units gone by the order lines', g.quantity) as expected, g.variant_id
from gone g
left join moved m on m.variant_id = g.variant_id and m.location_id = g.location_id
where g.quantity <> coalesce(m.quantity, 0)
union all
select m.company_id, m.store_id, format('variant %s at location %s', m.variant_id, m.location_id),
  format('%s units gone by the ledger', m.quantity), '0 units gone by the order lines', m.variant_id
from moved m
where m.quantity <> 0
  and not exists (
    select from app.order_items i join app.orders o on o.id = i.order_id
    where i.company_id = m.company_id and i.store_id = m.store_id and i.variant_id = m.variant_id
      and o.location_id = m.location_id);
call internal.install_check('ledger.check_order_stock');
