-- Adds lines to a job that still receives them, after those that it has.
-- Takes: the job, which must be of who acts here, and its next lines [{input, images}] or, for one that is wrong,
-- [{sqlstate, message, meaning, fields}]: such a line is refused when its turn comes.
-- Raises: HT100 (no such job receives lines), HT008 (body: too many lines).
create or replace function internal.add_job_lines(job_id uuid, lines jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_most constant integer := 100000;
  v_job constant app.jobs := internal.lock_receiving_job(add_job_lines.job_id);
  v_lines integer;
begin
  insert into app.job_lines (company_id, store_id, job_id, line, input, images, sqlstate, message,
      meaning, fields)
    select v_job.company_id, v_job.store_id, v_job.id, v_job.line_count + e.n::integer,
      nullif(e.line -> 'input', 'null'), nullif(e.line -> 'images', 'null'), e.line ->> 'sqlstate',
      e.line ->> 'message', nullif(e.line -> 'meaning', 'null'), nullif(e.line -> 'fields', 'null')
    from jsonb_array_elements(lines) with ordinality as e (line, n)
    where v_job.line_count + e.n <= v_most;
  get diagnostics v_lines = row_count;
  if v_lines < jsonb_array_length(lines) then
    perform internal.field_error('HT008', 'body', 'jobLines', jsonb_build_object('most', v_most));
  end if;
  update app.jobs j set line_count = j.line_count + v_lines where j.id = v_job.id;
end
$$;
grant execute on function internal.add_job_lines(uuid, jsonb) to haat_api;
