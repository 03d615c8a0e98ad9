-- Your devices that get notices, the newest first.
-- Takes: the endpoint of this browser, if it has one, to tell which it is.
-- Raises: nothing.
create or replace function staff.push_devices(endpoint text default null) returns setof staff.push_device
language sql stable security definer rows 10
set search_path = ''
begin atomic
  select (internal.shown_push_device(d, push_devices.endpoint)).*
  from app.staff_push_devices d
  where d.staff_id = internal.current_actor_id()
  order by d.id desc;
end;
grant execute on function staff.push_devices(text) to haat_staff;
