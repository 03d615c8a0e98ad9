--! owner: haat_gatekeeper
-- Counts lines of a job to the UTC day of the company that acts here.
-- Takes: how many lines; 0 only looks whether one would fit.
-- Raises: HT012 (more than the plan has a day). What does not fit counts nothing.
--
-- One upsert on one row of the company, which other keys of it may not see.
create or replace function internal.count_job_lines(lines integer) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
  v_day constant date := (internal.now() at time zone 'UTC')::date;
  v_limit integer;
  v_used integer;
begin
  select p.job_lines_per_day into v_limit
    from app.companies c join app.plans p on p.id = c.plan_id where c.id = v_company_id;
  insert into gate.job_lines as d (company_id, day, used) values (v_company_id, v_day, lines)
    on conflict on constraint job_lines_pkey do update set used = d.used + excluded.used
    returning used into v_used;
  if v_used + (lines = 0)::integer > v_limit then
    perform internal.fail('HT012', 'jobLinesADay',
      jsonb_build_object('most', v_limit, 'used', v_used - lines, 'lines', lines));
  end if;
end
$$;
grant execute on function internal.count_job_lines(integer) to haat_owner;
