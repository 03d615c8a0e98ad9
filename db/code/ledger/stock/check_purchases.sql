-- What came of a purchase's line is the sum of its receipts, its status follows, and a correction takes back no more
-- than its receipt brought.
create or replace view ledger.check_purchases with (security_invoker = true) as
select l.company_id, l.store_id, format('purchase %s: %s', p.number, l.sku) as object,
  format('%s received', l.received_quantity) as found,
  format('%s received by its receipts', coalesce(r.quantity, 0)) as expected, l.variant_id
from app.purchase_lines l
join app.purchases p on p.company_id = l.company_id and p.id = l.purchase_id
left join lateral (
  select sum(g.quantity) as quantity
  from app.goods_receipts t join app.goods_receipt_lines g on g.company_id = t.company_id and g.receipt_id = t.id
  where t.company_id = p.company_id and t.purchase_id = p.id and g.variant_id = l.variant_id
) r on true
where l.received_quantity <> coalesce(r.quantity, 0)
union all
select l.company_id, l.store_id, format('purchase %s', p.number), format('status %s', p.status),
  format('status %s', internal.purchase_status(p.id)), l.variant_id
from app.purchase_lines l
join app.purchases p on p.company_id = l.company_id and p.id = l.purchase_id
where p.status <> 'closed' and p.status <> internal.purchase_status(p.id)
union all
select c.company_id, c.store_id, format('goods_receipt %s: %s', t.number, c.sku),
  format('%s go back with it and others', -s.quantity), format('at most %s', coalesce(g.quantity, 0)), c.variant_id
from app.goods_receipt_lines c
join app.goods_receipts t on t.company_id = c.company_id and t.id = c.receipt_id
left join app.goods_receipt_lines g on g.receipt_id = t.corrects_id and g.variant_id = c.variant_id
cross join lateral (
  select sum(o.quantity) as quantity
  from app.goods_receipts b join app.goods_receipt_lines o on o.company_id = b.company_id and o.receipt_id = b.id
  where b.company_id = t.company_id and b.corrects_id = t.corrects_id and o.variant_id = c.variant_id
) s
where t.corrects_id is not null and -s.quantity > coalesce(g.quantity, 0);
call internal.install_check('ledger.check_purchases');
