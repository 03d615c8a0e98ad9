--! owner: haat_api
-- Runs the operation of a job's line, inside the fence that was entered for it, in a savepoint of its own.
-- Takes: the locked job, its line, the images that were fetched for it (one for each that the line names, or null)
-- and whether only the operation's precheck is to run.
-- Gives: the outcome and the document as text, as gate.run does; of a temporary error too, and then the line is to be
-- run again.
create or replace function internal.perform_job_line(job app.jobs, line app.job_lines, fetched jsonb,
  is_precheck boolean, out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
begin
  select p.outcome, p.result into outcome, result
    from gate.perform((job).operation, internal.with_images((line).input, (line).images, fetched),
      current_setting('haat.request_id', true), is_precheck, (job).is_internal, true) p;
end
$$;
