-- The cost that a sold order line keeps is the one at which the ledger booked its sale.
create or replace view ledger.check_line_costs with (security_invoker = true) as
with sold as (
  -- A correction of a sale, which adds stock, leaves the cost of the sale as it was. What was sold again after one has
  -- the cost of its last sale. An edit after a correction may have moved the order: its last sale was where it is now.
  select m.reference_id as order_id, m.variant_id, (array_agg(m.unit_cost order by m.sequence desc))[1] as unit_cost
  from app.stock_movements m
  join app.orders o on o.id = m.reference_id and o.location_id = m.location_id
  where m.type = 'sale' and m.reference_type = 'order' and m.quantity_change < 0
  group by m.reference_id, m.variant_id
)
select i.company_id, i.store_id, format('line %s of order %s', i.line, o.number) as object,
  format('%s delivered, unit cost %s', i.delivered_quantity, coalesce(i.unit_cost::text, 'unknown')) as found,
  format('unit cost %s by the sale', coalesce(s.unit_cost::text, 'unknown')) as expected, o.id as order_id
from app.order_items i
join app.orders o on o.id = i.order_id
left join sold s on s.order_id = i.order_id and s.variant_id = i.variant_id
where (i.delivered_quantity > 0 or i.unit_cost is not null) and i.unit_cost is distinct from s.unit_cost;
call internal.install_check('ledger.check_line_costs');
