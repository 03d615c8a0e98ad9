--! owner: haat_gatekeeper
-- Ends due deliveries of a key's webhook endpoint whose events its keys may not read any more: they fail, and the log
-- says why.
-- Takes: the endpoint, which is locked, and how many of those that are due first it looks at.
-- Gives how many it ended.
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.refuse_unreadable_deliveries(endpoint app.webhook_endpoints, most integer)
  returns integer
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_refused app.webhook_deliveries[];
begin
  if endpoint.key_lineage_id is null then
    return 0;
  end if;
  with due as (
    select d.id, d.event_id from app.webhook_deliveries d
    where d.endpoint_id = endpoint.id and d.status = 'pending' and d.next_attempt_at <= v_now
    order by d.next_attempt_at, d.id
    limit most
  ), refused as (
    update app.webhook_deliveries d
      set status = 'failed', next_attempt_at = null, finished_at = v_now, attempts = d.attempts + 1
      from due u
      where d.id = u.id and not internal.is_event_for_endpoint(endpoint.id, u.event_id)
      returning d as delivery
  )
  select array_agg(r.delivery) into v_refused from refused r;
  return internal.log_attempts_without_answer(v_refused, 'refused',
    'the key that the endpoint belongs to may not read this event');
end
$$;
