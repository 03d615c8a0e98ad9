-- Shows exports as the API does; the server replaces storage_key with a signed address where one is asked for.
-- Takes: export ids.
-- Gives: each that the caller can see, in the order of the ids.
create or replace function internal.export_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, e.id, row_to_json(d)
  from unnest(export_documents.ids) with ordinality as w (id, n)
  join app.exports e on e.id = w.id
  cross join lateral (
    select e.id, e.store_id, e.key_id, e.operation, e.filters, e.format, e.with_bom as bom, e.for_sync, e.status,
      e.record_count, e.size_bytes,
      case when e.status = 'finished' then internal.timestamp_text(e.synced_until) end as synced_until,
      case when e.status = 'failed'
        then json_build_object('code', e.failure_code, 'message', e.failure_message) end as failure,
      null::text as url, null::text as url_expires_at,
      internal.timestamp_text(e.started_at) as started_at, internal.timestamp_text(e.ended_at) as ended_at,
      internal.timestamp_text(e.expires_at) as expires_at, internal.timestamp_text(e.created_at) as created_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.export_documents(uuid[]) to haat_api;
