-- Writes down what became of the line of a locked job, and ends the job with its last line, or with the first that is
-- refused where it is to stop then.
-- Takes: the job, the line, its outcome and the document as text.
create or replace function internal.end_job_line(job_id uuid, line integer, outcome jsonb, result text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_failed constant integer := (outcome ->> 'sqlstate' is not null)::integer;
  v_job app.jobs;
begin
  update app.job_lines l set input = null, images = null, result = end_job_line.result,
      sqlstate = outcome ->> 'sqlstate', message = outcome ->> 'message',
      meaning = nullif(outcome -> 'meaning', 'null'), fields = nullif(outcome -> 'fields', 'null'),
      "constraint" = outcome ->> 'constraint', ended_at = internal.now()
    where l.job_id = end_job_line.job_id and l.line = end_job_line.line;
  update app.jobs j set succeeded_count = j.succeeded_count + 1 - v_failed, failed_count = j.failed_count + v_failed
    where j.id = end_job_line.job_id
    returning * into v_job;
  if v_job.on_error = 'stop' and v_failed = 1 then
    perform internal.end_job(v_job.id, 'failed', 'LINE_FAILED',
      internal.sentence('jobStopped', jsonb_build_object('line', end_job_line.line)));
  elsif v_job.succeeded_count + v_job.failed_count = v_job.line_count then
    perform internal.end_job(v_job.id, 'finished');
  end if;
end
$$;
grant execute on function internal.end_job_line(uuid, integer, jsonb, text) to haat_api;
