-- The newest event about a product, customer, category or brand shows it as it is: no change went out without its
-- event.
--
-- Older events are cleaned away, perhaps the newest of a record before one that still waits for its receiver.
create or replace view ledger.check_record_events with (security_invoker = true) as
select r.company_id, r.store_id, format('%s %s', r.kind, r.id) as object,
  format('event %s: updated at %s', e.id, e.updated_at) as found,
  format('updated at %s', internal.timestamp_text(r.updated_at)) as expected
from (
  select 'product' as kind, p.id, p.company_id, p.store_id, p.updated_at from app.products p
  union all
  select 'customer', c.id, c.company_id, c.store_id, c.updated_at from app.customers c
  union all
  select 'category', c.id, c.company_id, c.store_id, c.updated_at from app.categories c
  union all
  select 'brand', b.id, b.company_id, b.store_id, b.updated_at from app.brands b
) r
cross join lateral (
  select t.id, t.object ->> 'updated_at' as updated_at, t.created_at from app.events t
  where t.store_id = r.store_id and t.object_id = r.id and t.type like r.kind || '.%'
  order by t.sequence desc limit 1
) e
where e.created_at > internal.now() - interval '30 days' and e.updated_at is distinct
  from internal.timestamp_text(r.updated_at);
call internal.install_check('ledger.check_record_events');
