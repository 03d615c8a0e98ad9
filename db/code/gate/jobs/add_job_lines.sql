--! owner: haat_api
-- Adds lines to a job that the key has opened; see internal.add_job_lines.
-- Takes: the key's SHA-256, the job, its next lines and the request id.
-- Gives: null, or a refusal {sqlstate, message, fields, ...}: HT001 to HT003 (key), HT100 (no such job receives
-- lines), HT008 (too many lines).
-- Raises: nothing.
create or replace function gate.add_job_lines(key_hash bytea, job_id uuid, lines jsonb, request_id text) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_context text;
begin
  perform gate.enter(key_hash, request_id);
  perform internal.add_job_lines(job_id, lines);
  return null;
exception when others then
  get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
    v_context = pg_exception_context;
  return gate.refusal(v_sqlstate, v_message, v_detail, null, v_context, request_id);
end
$$;
grant execute on function gate.add_job_lines(bytea, uuid, jsonb, text) to haat_gateway;
