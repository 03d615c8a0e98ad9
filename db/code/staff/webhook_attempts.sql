create or replace view staff.webhook_attempts with (security_invoker = true, security_barrier = true) as
select id, company_id, store_id, endpoint_id, delivery_id, attempt, outcome, response_status, response_body, error, duration_ms, next_attempt_at, created_at
from app.webhook_attempts;
comment on view staff.webhook_attempts is 'The log of every attempt to deliver an event, kept 30 days.';
grant select on staff.webhook_attempts to haat_staff;
