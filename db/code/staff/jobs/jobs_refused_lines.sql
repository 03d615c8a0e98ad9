-- The lines of the job that were refused, in order: up to 200 after that line.
-- Raises: nothing.
create or replace function staff.jobs_refused_lines(job app.jobs, after_line integer default 0)
  returns setof staff.refused_line
language sql stable security definer rows 10
set search_path = ''
begin atomic
  select l.line, l.message, l.fields, l.meaning
  from app.job_lines l
  where l.job_id = job.id and l.line > after_line and l.sqlstate is not null and l.ended_at is not null
    and (select internal.is_permitted('developer.manage'))
  order by l.line
  limit 200;
end;
grant execute on function staff.jobs_refused_lines(app.jobs, integer) to haat_staff;
