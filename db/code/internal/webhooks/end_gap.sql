--! owner: haat_gatekeeper
-- Ends the open gap of a webhook endpoint.
-- Takes: the endpoint, which is locked.
--
-- It waits for the transactions whose events found the endpoint disabled (internal.tg_events__create_deliveries), so
-- that every missed event is there when recover_webhooks looks.
create or replace function internal.end_gap(endpoint_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('webhook gap ' || end_gap.endpoint_id, 0));
  update app.webhook_gaps g set upto_sequence = internal.event_position(), ended_at = internal.now()
    where g.endpoint_id = end_gap.endpoint_id and g.upto_sequence is null;
end
$$;
grant execute on function internal.end_gap(uuid) to haat_owner;
