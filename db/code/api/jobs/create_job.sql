-- Queues a job whose lines have arrived (POST /jobs).
-- Takes: {job_id}: the job that internal.precheck_create_job opened for this call.
-- Gives: the job.
-- Raises: HT100 (no such job receives lines), HT008 (body: no line), HT012 (the plan's lines a day).
create or replace function api.create_job(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := (input ->> 'job_id')::uuid;
begin
  perform internal.queue_job(v_id);
  return (select d.document from internal.job_documents(array[v_id]) d);
end
$$;
grant execute on function api.create_job(jsonb) to haat_api;
