create or replace view staff.webhook_deliveries with (security_invoker = true, security_barrier = true) as
select d.id, d.company_id, d.store_id, d.endpoint_id, d.event_id, v.type as event_type, d.status, d.attempts, d.next_attempt_at, d.finished_at, d.created_at
from app.webhook_deliveries d
join app.events v on v.store_id = d.store_id and v.id = d.event_id;
comment on view staff.webhook_deliveries is 'What became of each event at each endpoint: pending, sending, delivered, failed (all tries used up) or held (the endpoint was off).';
grant select on staff.webhook_deliveries to haat_staff;
