--! owner: haat_api
-- Runs the next line of a job, inside the fence of its sender, and records its result.
-- Takes: the job; for a line whose images were fetched before: its number, and what was fetched
-- ([{media_key, width, height, size_bytes, received_bytes}], or {sqlstate, message, fields} when they were refused).
-- Gives: {state}: next (a line ended, with success where done is true; ask again), ended (the job runs no longer),
-- images with {company_id, line, images} (fetch them first). failure beside it says that the operation failed
-- unexpectedly {line, operation, sqlstate, context}.
-- Raises: a temporary error; then nothing is written, and the line is run again.
--
-- What is done is what was sent with the key: the worker gives nothing but images, where the line asks for some.
create or replace function internal.run_job_line(job_id uuid, line integer default null, fetched jsonb default null)
  returns json
language plpgsql volatile security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
set lock_timeout = '3s'
as $$
declare
  v_at constant record := internal.lock_job_line(job_id);
  v_job constant app.jobs := v_at.job;
  v_line constant app.job_lines := v_at.line;
  v_answer record;
  v_sqlstate text;
  v_message text;
begin
  if v_job.id is null or v_line.line is distinct from coalesce(run_job_line.line, v_line.line) then
    return json_build_object('state', case when v_job.id is null then 'ended' else 'next' end);
  end if;
  begin
    perform internal.enter_job(v_job, format('job_%s_%s', v_job.id, v_line.line));
  exception when sqlstate 'HT001' or sqlstate 'HT002' or sqlstate 'HT003' or sqlstate 'HT004' or sqlstate 'HT015' then
    get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text;
    perform internal.fail_job(v_job.id, v_sqlstate, v_message);
    return json_build_object('state', 'ended');
  end;
  v_answer := internal.answer_job_line(v_job, v_line, fetched);
  if v_answer.outcome is null then
    return json_build_object(
      'state', 'images', 'company_id', v_job.company_id, 'line', v_line.line, 'images', v_line.images);
  end if;
  perform internal.end_job_line(v_job.id, v_line.line, v_answer.outcome, v_answer.result);
  return json_build_object(
    'state', 'next',
    'done', v_answer.outcome ->> 'sqlstate' is null,
    'failure', case when v_answer.outcome ->> 'context' is not null then json_build_object(
      'line', v_line.line, 'operation', v_job.operation, 'sqlstate', v_answer.outcome -> 'sqlstate',
      'context', v_answer.outcome -> 'context') end);
end
$$;
grant execute on function internal.run_job_line(uuid, integer, jsonb) to haat_worker;
