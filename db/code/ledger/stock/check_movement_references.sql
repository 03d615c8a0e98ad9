-- The order or return that a movement names exists in the same store, under that number.
create or replace view ledger.check_movement_references with (security_invoker = true) as
select m.company_id, m.store_id, format('movement %s: %s, sequence %s', m.id, m.sku, m.sequence) as object,
  format('%s %s (%s)', m.reference_type, m.reference_number, m.reference_id) as found,
  case when coalesce(o.id, r.id) is null then 'it exists'
    else format('store %s, number %s', coalesce(o.store_id, r.store_id), coalesce(o.number, r.number)) end as expected,
  m.variant_id as variant_id
from app.stock_movements m
left join app.orders o on m.reference_type = 'order' and o.id = m.reference_id
left join app.returns r on m.reference_type = 'return' and r.id = m.reference_id
where m.reference_type in ('order', 'return')
  and (coalesce(o.store_id, r.store_id), coalesce(o.number, r.number)) is distinct
    from (m.store_id, m.reference_number);
call internal.install_check('ledger.check_movement_references');
