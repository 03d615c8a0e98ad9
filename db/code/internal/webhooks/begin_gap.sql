--! owner: haat_gatekeeper
-- Begins a gap of a webhook endpoint: from now on it misses events, of the types that it has.
-- Takes: an endpoint that is locked and has no open gap.
--
-- An event that took its sequence before and looks at the endpoint afterwards lies outside: the trigger on events
-- gives it a held delivery.
create or replace function internal.begin_gap(endpoint_id uuid) returns void
language sql volatile
begin atomic
  insert into app.webhook_gaps (company_id, store_id, endpoint_id, event_types, after_sequence)
  select e.company_id, e.store_id, e.id, e.event_types, internal.event_position()
  from app.webhook_endpoints e where e.id = begin_gap.endpoint_id;
end;
grant execute on function internal.begin_gap(uuid) to haat_owner;
