-- Each line of a receipt, count or transfer has booked just its units, under its number; no other movement has the
-- number of a document; what a transfer took out it brought in at the same cost.
--
-- Halves and no full join: asked for one variant, each reads that variant only.
create or replace view ledger.check_document_movements with (security_invoker = true) as
select d.company_id, d.store_id, format('%s %s: %s at location %s', d.kind, d.number, d.sku, d.location_id) as object,
  format('%s units by the ledger', coalesce(m.quantity, 0)) as found,
  format('%s units by the document', d.quantity) as expected, d.variant_id
from ledger.document_lines d
left join lateral (
  select sum(t.quantity_change) as quantity from app.stock_movements t
  where t.reference_id = d.document_id and t.variant_id = d.variant_id and t.location_id = d.location_id
    and t.reference_type = 'adjustment' and t.reference_number = d.number
    and t.type = case d.kind when 'goods_receipt' then 'purchase' else 'adjustment' end
) m on true
where d.quantity is distinct from m.quantity
union all
select m.company_id, m.store_id, format('movement %s: %s, sequence %s', m.id, m.sku, m.sequence),
  format('%s units of document %s (%s)', m.quantity_change, m.reference_number, m.reference_id),
  'a document with this line', m.variant_id
from app.stock_movements m
where m.reference_type = 'adjustment' and m.reference_number is not null
  and not exists (
    select from ledger.document_lines d
    where d.document_id = m.reference_id and d.variant_id = m.variant_id and d.location_id = m.location_id)
union all
select l.company_id, l.store_id, format('stock_transfer %s: %s', t.number, l.sku),
  format('a value of %s lost or made', s.value), 'the same cost out and in', l.variant_id
from app.stock_transfer_lines l
join app.stock_transfers t on t.company_id = l.company_id and t.id = l.transfer_id
cross join lateral (
  select sum(m.quantity_change * m.unit_cost) as value from app.stock_movements m
  where m.reference_id = t.id and m.variant_id = l.variant_id
) s
where s.value <> 0;
call internal.install_check('ledger.check_document_movements');
