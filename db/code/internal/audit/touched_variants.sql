-- Gives the variants whose stock, cost or documents were touched since the audit before: those that a seal tells of
-- that it has not verified, or that no seal tells of yet, those of which the journal tells, and those of touched
-- orders.
create or replace function internal.touched_variants() returns table (id uuid, company_id uuid, store_id uuid)
language sql stable rows 1000
set search_path = ''
begin atomic
  select v.id, v.company_id, v.store_id
  from app.variants v
  where v.id in (
    select k.variant_id
    from app.companies c
    left join internal.verified_seals s on s.chain = c.id::text
    join app.ledger_seal_segments k on k.company_id = c.id and k.number > coalesce(s.number, 0)
    union all
    select l.variant_id
    from app.inventory_levels l
    left join lateral (
      select g.last_sequence from app.ledger_seal_segments g
      where g.variant_id = l.variant_id and g.location_id = l.location_id
      order by g.last_sequence desc limit 1
    ) g on true
    where l.last_sequence is distinct from coalesce(g.last_sequence, 0)
    union all
    select case when c.record_type in ('variant', 'variant_cost') then c.record_id else c.part::uuid end
    from app.changes c
    where c.id > internal.verified_upto() and c.record_type in ('variant', 'variant_cost', 'purchase_line',
      'goods_receipt_line', 'stock_count_line', 'stock_transfer_line')
    union all
    select l.variant_id
    from app.changes c
    join app.purchase_lines l on l.company_id = c.company_id and l.purchase_id = c.record_id
    where c.id > internal.verified_upto() and c.record_type = 'purchase'
    union all
    select i.variant_id
    from internal.touched_orders() o join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
  );
end;
grant execute on function internal.touched_variants() to haat_dba;
