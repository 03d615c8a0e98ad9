--! owner: haat_gatekeeper
-- Timer: removes exports seven days after their end, and their files.
-- Gives: how many. Safe to run twice.
create or replace function internal.expire_exports() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_export_id uuid;
  v_count integer := 0;
begin
  for v_export_id in
    select e.id from app.exports e where e.expires_at <= internal.now()
      and not internal.has_moved(e.company_id) order by e.id for update skip locked
  loop
    perform internal.drop_export_file(v_export_id);
    delete from app.exports e where e.id = v_export_id;
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
grant execute on function internal.expire_exports() to haat_worker;
