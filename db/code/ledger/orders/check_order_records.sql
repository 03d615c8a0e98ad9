-- Orders and their lines of which no row of the journal tells are as the entry of the timeline has them that tells how
-- they were made or edited last, or the summary of archived entries.
--
-- Orders that were made before that entry had hashes (prints) are looked at from their next edit on.
create or replace view ledger.check_order_records with (security_invoker = true) as
select o.company_id, o.store_id, d.object, d.found,
  format('as %s left it at %s', t.actor_name, t.created_at) as expected, o.id as order_id
from app.orders o
cross join lateral (
  select h.prints, h.actor_name, h.created_at
  from app.order_timeline h
  where h.store_id = o.store_id and h.order_id = o.id and h.prints is not null
  order by coalesce((h.detail ->> 'upto_id')::uuid, h.id) desc, h.id desc limit 1
) t
cross join lateral (select internal.order_prints(o) as prints offset 0) n
cross join lateral internal.differences_from_prints(o, t.prints) d
-- Most orders that differ were moved on, with the same lines, and are told of by the journal.
where n.prints is distinct from t.prints
  and (substr(n.prints, 9) is distinct from substr(t.prints, 9)
    or not exists (select from app.changes c where c.record_type = 'order' and c.record_id = o.id));
call internal.install_check('ledger.check_order_records');
