-- Shows webhook endpoints as the API does, without their secrets.
-- Takes: endpoint ids.
-- Gives: each that the caller can see, in the order of the ids.
create or replace function internal.webhook_endpoint_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, e.id, row_to_json(d)
  from unnest(webhook_endpoint_documents.ids) with ordinality as w (id, n)
  join app.webhook_endpoints e on e.id = w.id
  cross join lateral (
    select e.id, e.store_id, e.url, e.description, e.event_types, e.api_version, e.status, e.disabled_reason,
      internal.timestamp_text(e.disabled_at) as disabled_at,
      internal.timestamp_text(e.failing_since) as failing_since,
      internal.timestamp_text(e.last_success_at) as last_success_at,
      internal.timestamp_text(e.previous_secret_expires_at) as previous_secret_expires_at,
      internal.timestamp_text(e.created_at) as created_at,
      internal.timestamp_text(e.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.webhook_endpoint_documents(uuid[]) to haat_api;
