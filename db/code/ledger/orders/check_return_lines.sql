-- A return asks for what its order's timeline says, and what was received of it is what the stock ledger booked.
create or replace view ledger.check_return_lines with (security_invoker = true) as
with asked as (
  select (t.detail ->> 'return_id')::uuid as return_id, lower(l.line ->> 'order_item_id')::uuid as order_item_id,
    sum((l.line ->> 'quantity')::integer) as quantity
  from app.order_timeline t
  cross join lateral jsonb_array_elements(t.detail -> 'lines') as l (line)
  where t.action = 'return_created'
  group by t.detail ->> 'return_id', lower(l.line ->> 'order_item_id')
), received as (
  select e.return_id, i.variant_id, sum(e.sellable_quantity + e.damaged_quantity) as quantity,
    sum(e.damaged_quantity) as damaged
  from app.return_lines e join app.order_items i on i.id = e.order_item_id
  group by e.return_id, i.variant_id
), booked as (
  select m.reference_id as return_id, m.variant_id,
    coalesce(sum(m.quantity_change) filter (where m.type = 'return_receipt'), 0) as quantity,
    coalesce(-sum(m.quantity_change) filter (where m.type = 'damage'), 0) as damaged
  from app.stock_movements m
  where m.reference_type = 'return'
  group by m.reference_id, m.variant_id
)
select r.company_id, r.store_id, format('return %s, line %s', r.number, coalesce(i.line::text, 'removed')) as object,
  format('asked for %s', coalesce(e.quantity, 0)) as found,
    format('%s by the timeline', coalesce(a.quantity, 0)) as expected
from app.return_lines e
full join asked a on a.return_id = e.return_id and a.order_item_id = e.order_item_id
join app.returns r on r.id = coalesce(e.return_id, a.return_id)
left join app.order_items i on i.id = coalesce(e.order_item_id, a.order_item_id)
where e.quantity is distinct from a.quantity
union all
select r.company_id, r.store_id, format('return %s, variant %s', r.number, coalesce(c.variant_id, b.variant_id)),
  format('%s received, %s of them damaged', coalesce(c.quantity, 0), coalesce(c.damaged, 0)),
  format('%s received, %s of them damaged by the ledger', coalesce(b.quantity, 0), coalesce(b.damaged, 0))
from received c
full join booked b on b.return_id = c.return_id and b.variant_id = c.variant_id
join app.returns r on r.id = coalesce(c.return_id, b.return_id)
where (coalesce(c.quantity, 0), coalesce(c.damaged, 0)) <> (coalesce(b.quantity, 0), coalesce(b.damaged, 0));
call internal.install_check('ledger.check_return_lines');
