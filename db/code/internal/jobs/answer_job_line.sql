--! owner: haat_api
-- Finds out what becomes of a job's line, inside the fence that was entered for it.
-- Takes: the locked job, its line, and what was fetched of the line's images (see internal.run_job_line) or null.
-- Gives: the outcome and the document as text; both null when the line's images are to be fetched first.
-- Raises: a temporary error.
--
-- Images are fetched only for a line that could succeed, and counted to the company's day before.
create or replace function internal.answer_job_line(job app.jobs, line app.job_lines, fetched jsonb,
  out outcome jsonb, out result text)
language plpgsql volatile
set search_path = ''
as $$
begin
  if (line).sqlstate is not null then
    outcome := jsonb_build_object(
      'sqlstate', (line).sqlstate, 'message', (line).message, 'meaning', (line).meaning, 'fields', (line).fields);
  elsif (line).images is null or jsonb_typeof(fetched) = 'array' then
    select p.outcome, p.result into outcome, result from internal.perform_job_line(job, line, fetched, false) p;
  elsif fetched is not null then
    outcome := fetched;
  else
    if not (job).is_internal then
      select p.outcome into outcome from internal.perform_job_line(job, line, null, true) p;
    end if;
    if outcome ->> 'sqlstate' is null then
      outcome := internal.count_job_links(job, jsonb_array_length((line).images));
    end if;
    if outcome ->> 'sqlstate' is null then
      outcome := null;
    end if;
  end if;
end
$$;
