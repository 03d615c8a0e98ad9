-- What stock documents booked, one row a document, location and variant: receipts of purchases, counts, transfers (two
-- rows a line: out and in). Its movements have the document's id as reference_id.
create or replace view ledger.document_lines with (security_invoker = true) as
select 'goods_receipt' as kind, r.id as document_id, r.number, r.created_at as recorded_at, l.company_id, l.store_id,
  p.location_id, l.variant_id, l.sku, l.quantity
from app.goods_receipt_lines l
join app.goods_receipts r on r.company_id = l.company_id and r.id = l.receipt_id
join app.purchases p on p.company_id = r.company_id and p.id = r.purchase_id
union all
select 'stock_count', c.id, c.number, c.ended_at, l.company_id, l.store_id, c.location_id, l.variant_id, l.sku,
  l.difference_quantity
from app.stock_count_lines l
join app.stock_counts c on c.company_id = l.company_id and c.id = l.count_id
where c.status = 'booked' and l.difference_quantity <> 0
union all
select 'stock_transfer', t.id, t.number, t.created_at, l.company_id, l.store_id, w.location_id, l.variant_id, l.sku,
  w.sign * l.quantity
from app.stock_transfer_lines l
join app.stock_transfers t on t.company_id = l.company_id and t.id = l.transfer_id
cross join lateral (values (t.from_location_id, -1), (t.to_location_id, 1)) as w (location_id, sign);
comment on column ledger.document_lines.kind is 'goods_receipt, stock_count or stock_transfer.';
comment on column ledger.document_lines.document_id is 'Its id; reference_id of its movements.';
comment on column ledger.document_lines.number is 'Its number: GRN-1, CNT-1, TRF-1.';
comment on column ledger.document_lines.recorded_at is 'When it was booked.';
comment on column ledger.document_lines.company_id is 'The tenant.';
comment on column ledger.document_lines.store_id is 'The store.';
comment on column ledger.document_lines.location_id is 'Where the goods stand.';
comment on column ledger.document_lines.variant_id is 'The sellable unit.';
comment on column ledger.document_lines.sku is 'The SKU as it was then.';
comment on column ledger.document_lines.quantity is 'What it added to on hand; negative where it took away.';
grant select on ledger.document_lines to haat_dba;
