-- Writes down what became of lines of a locked job, and ends the job with its last line, or with one that is refused
-- where it is to stop then.
-- Takes: the job, lines, and of each the outcome and the document as text.
create or replace function internal.end_job_lines(job_id uuid, lines integer[], outcomes jsonb[], results text[])
  returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_failed constant integer[] := array(
    select u.line from unnest(lines, outcomes) as u (line, outcome) where u.outcome ->> 'sqlstate' is not null);
  v_job app.jobs;
begin
  update app.job_lines l set input = null, images = null, result = u.result, sqlstate = u.outcome ->> 'sqlstate',
      message = u.outcome ->> 'message', meaning = nullif(u.outcome -> 'meaning', 'null'),
      fields = nullif(u.outcome -> 'fields', 'null'), "constraint" = u.outcome ->> 'constraint',
      ended_at = internal.now()
    from unnest(lines, outcomes, results) as u (line, outcome, result)
    where l.job_id = end_job_lines.job_id and l.line = u.line;
  update app.jobs j
    set succeeded_count = j.succeeded_count + cardinality(lines) - cardinality(v_failed),
      failed_count = j.failed_count + cardinality(v_failed)
    where j.id = end_job_lines.job_id
    returning * into v_job;
  if v_job.on_error = 'stop' and cardinality(v_failed) > 0 then
    perform internal.end_job(v_job.id, 'failed', 'LINE_FAILED',
      internal.sentence('jobStopped', jsonb_build_object('line', v_failed[1])));
  elsif v_job.succeeded_count + v_job.failed_count = v_job.line_count then
    perform internal.end_job(v_job.id, 'finished');
  end if;
end
$$;
grant execute on function internal.end_job_lines(uuid, integer[], jsonb[], text[]) to haat_api;
