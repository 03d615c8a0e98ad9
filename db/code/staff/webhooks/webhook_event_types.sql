-- The types of events that a webhook endpoint may be sent.
-- Raises: nothing.
create or replace function staff.webhook_event_types() returns text[]
language sql stable security definer
set search_path = ''
return internal.event_types();
grant execute on function staff.webhook_event_types() to haat_staff;
