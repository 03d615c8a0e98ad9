-- Takes: job ids.
-- Gives: each visible one as the API shows it, in the order asked.
create or replace function internal.job_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language sql stable rows 25
set search_path = ''
begin atomic
  select w.n, j.id, json_build_object(
    'id', j.id,
    'store_id', j.store_id,
    'operation', j.operation,
    'on_error', j.on_error,
    'status', j.status,
    'actor', json_build_object('type', case when j.key_id is not null then 'api_key' else 'staff' end,
      'id', coalesce(j.key_id, j.staff_id), 'name', j.actor_name),
    'line_count', j.line_count,
    'succeeded_count', j.succeeded_count,
    'failed_count', j.failed_count,
    'progress', internal.job_progress(j),
    'seconds_left', internal.job_seconds_left(j),
    'failure', case when j.failure_code is not null then
      json_build_object('code', j.failure_code, 'message', j.failure_message) end,
    'created_at', internal.timestamp_text(j.created_at),
    'started_at', internal.timestamp_text(j.started_at),
    'ended_at', internal.timestamp_text(j.ended_at),
    'updated_at', internal.timestamp_text(j.updated_at))
  from unnest(job_documents.ids) with ordinality as w (id, n)
  join app.jobs j on j.id = w.id
  order by w.n;
end;
grant execute on function internal.job_documents(uuid[]) to haat_api;
