-- A delivery counts its attempts up to the newest in the log, and an endpoint at least those that the log still
-- holds.
create or replace view ledger.check_webhook_counts with (security_invoker = true) as
with logged as (
  select a.delivery_id, any_value(a.company_id) as company_id, any_value(a.store_id) as store_id,
    max(a.attempt) as attempts
  from app.webhook_attempts a
  group by a.delivery_id
), outcomes as (
  select a.endpoint_id, a.outcome, any_value(a.company_id) as company_id, any_value(a.store_id) as store_id,
    count(*) as count
  from app.webhook_attempts a
  group by a.endpoint_id, a.outcome
)
select l.company_id, l.store_id, format('delivery %s', l.delivery_id) as object,
  format('%s attempts', coalesce(d.attempts, 0)) as found, format('%s in the log', l.attempts) as expected
from logged l
left join app.webhook_deliveries d on d.id = l.delivery_id
where d.attempts is distinct from l.attempts
union all
select o.company_id, o.store_id, format('endpoint %s', o.endpoint_id),
  format('%s attempts counted as %s', coalesce(c.count, 0), o.outcome),
  format('%s or more: so many stand in the log', o.count)
from outcomes o
left join app.webhook_attempt_counts c on c.endpoint_id = o.endpoint_id and c.outcome = o.outcome
where coalesce(c.count, 0) < o.count;
call internal.install_check('ledger.check_webhook_counts');
