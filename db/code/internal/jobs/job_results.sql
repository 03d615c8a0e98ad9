-- Gives what became of the lines of a job, in order.
-- Takes: the job, the line after which to begin, whether only refused ones are wanted, and how many at most.
-- Gives: [{line, sqlstate, message, fields, constraint, result}]; result is the text of the document.
create or replace function internal.job_results(job_id uuid, after integer, refused_only boolean, most integer)
  returns json
language sql stable
set search_path = ''
begin atomic
  select coalesce(json_agg(json_build_object('line', r.line, 'sqlstate', r.sqlstate, 'message', r.message,
    'fields', r.fields, 'constraint', r."constraint", 'result', r.result) order by r.line), '[]'::json)
  from (
    select l.line, l.sqlstate, l.message, l.fields, l."constraint", l.result
    from app.job_lines l
    where l.job_id = job_results.job_id and l.line > after and l.ended_at is not null
      and (not refused_only or l.sqlstate is not null)
    order by l.line
    limit most
  ) r;
end;
grant execute on function internal.job_results(uuid, integer, boolean, integer) to haat_api;
