-- Row trigger: a session that is ended takes with it the devices that it turned notices on in. One that only ran out
-- keeps them for the week until its row goes, or until the next sign-in there.
-- see: guides/desk#notices
create or replace function internal.tg_staff_sessions__drop_devices() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from app.staff_push_devices d where d.id in (
    select x.id from app.staff_push_devices x
    where x.company_id = new.company_id and x.session_id = new.id order by x.id for update);
  return null;
end
$$;
