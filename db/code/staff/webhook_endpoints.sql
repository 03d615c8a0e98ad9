create or replace view staff.webhook_endpoints with (security_invoker = true, security_barrier = true) as
select id, company_id, store_id, url, description, event_types, api_version, status, disabled_reason, disabled_at,
       previous_secret_expires_at, failures, failing_since, last_success_at, created_at, updated_at
from app.webhook_endpoints;
comment on view staff.webhook_endpoints is 'Receivers of a store''s events. The secret is shown once only: when it is made.';
grant select on staff.webhook_endpoints to haat_staff;
