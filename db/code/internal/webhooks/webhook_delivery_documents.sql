-- Shows deliveries of webhooks as the API does.
-- Takes: delivery ids.
-- Gives: each that the caller can see, in the order of the ids.
create or replace function internal.webhook_delivery_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, t.id, row_to_json(d)
  from unnest(webhook_delivery_documents.ids) with ordinality as w (id, n)
  join app.webhook_deliveries t on t.id = w.id
  join app.events v on v.id = t.event_id
  left join lateral (
    select json_build_object(
      'attempt', a.attempt,
      'outcome', a.outcome,
      'response_status', a.response_status,
      'error', a.error,
      'duration_ms', a.duration_ms,
      'created_at', internal.timestamp_text(a.created_at)) as document
    from app.webhook_attempts a where a.delivery_id = t.id
    order by a.attempt desc limit 1
  ) l on true
  cross join lateral (
    select t.id, t.store_id, t.endpoint_id, t.event_id, v.type as event_type, t.status, t.attempts,
      l.document as last_attempt,
      internal.timestamp_text(t.next_attempt_at) as next_attempt_at,
      internal.timestamp_text(t.finished_at) as finished_at,
      internal.timestamp_text(t.created_at) as created_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.webhook_delivery_documents(uuid[]) to haat_api;
