-- Ends a locked job, inside the fence of its company, and tells it (job.finished). Lines that did not run are removed.
-- Takes: the job; how it ends: finished, cancelled or failed; then why, as a code and for people.
create or replace function internal.end_job(job_id uuid, status text, code text default null,
  message text default null)
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update app.jobs j set status = end_job.status, failure_code = code, failure_message = message,
      ended_at = internal.now()
    where j.id = end_job.job_id;
  delete from app.job_lines l where l.job_id = end_job.job_id and l.ended_at is null;
  perform internal.emit_event(j.store_id, 'job.finished', j.id, d.document)
    from app.jobs j cross join internal.job_documents(array[j.id]) d
    where j.id = end_job.job_id;
end
$$;
