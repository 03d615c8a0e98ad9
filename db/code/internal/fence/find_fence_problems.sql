-- Gives what is wrong with the tenant fence, one row a problem, no row when all is well.
-- design: The fence
--
-- The start-up check of the API, which refuses to serve on any row: every table must be fenced, and no role may have
-- more rights than it needs.
create or replace function internal.find_fence_problems() returns table (object text, problem text)
language sql stable rows 1
begin atomic
  select * from internal.find_unfenced_tables()
  union all
  select * from internal.find_excess_rights()
  union all
  select * from internal.find_excess_powers();
end;
grant execute on function internal.find_fence_problems() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
