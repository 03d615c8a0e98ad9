-- Queues a job whose lines have all arrived, and counts them to the company's UTC day.
-- Takes: the job, which must be of who acts here.
-- Raises: HT100 (no such job receives lines), HT008 (body: it has no line), HT012 (the plan's lines a day).
--
-- A line that is a batch of adjustments counts as its lines: the plan gives as many levels a day either way.
create or replace function internal.queue_job(job_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_job constant app.jobs := internal.lock_receiving_job(queue_job.job_id);
begin
  if v_job.line_count = 0 then
    perform internal.field_error('HT008', 'body', 'jobLines.none');
  end if;
  perform internal.count_job_lines(case
    when v_job.operation = 'create_inventory_adjustments' then (
      select sum(coalesce(jsonb_array_length(l.input -> 'lines'), 1))::integer
      from app.job_lines l
      where l.job_id = v_job.id)
    else v_job.line_count end);
  update app.jobs j set status = 'queued' where j.id = v_job.id;
  perform internal.wake_jobs(v_job.company_id);
end
$$;
