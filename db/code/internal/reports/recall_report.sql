-- Gives the answer that a report had within the last five minutes, or null, and sets Cache-Control and Age for the
-- response.
-- Takes: the operation, the store and the resolved parameters.
-- see: guides/limits#requests
--
-- Resolved parameters are days, not "today": a report that is asked for across midnight is never yesterday's.
create or replace function internal.recall_report(operation text, store_id uuid, parameters jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_document json;
  v_built_at timestamptz;
begin
  -- A replica does not have the cache: its table is unlogged.
  if not pg_is_in_recovery() then
    select c.document, c.built_at into v_document, v_built_at
      from app.report_cache c
      where c.store_id = recall_report.store_id and c.operation = recall_report.operation
        and c.parameters = recall_report.parameters
        and c.built_at > v_now - interval '5 minutes' and c.built_at <= v_now;
  end if;
  perform set_config('haat.response_headers', json_build_object(
    'Cache-Control', 'private, max-age=300',
    'Age', floor(extract(epoch from v_now - coalesce(v_built_at, v_now)))::text)::text, true);
  return v_document;
end
$$;
grant execute on function internal.recall_report(text, uuid, jsonb) to haat_api;
