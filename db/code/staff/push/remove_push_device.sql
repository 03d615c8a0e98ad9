-- Ends the notices of a device of yours.
-- Raises: HT100 (push_device_id).
create or replace function staff.remove_push_device(push_device_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  delete from app.staff_push_devices d
    where d.id = (internal.find_own_push_device(remove_push_device.push_device_id)).id;
  perform internal.log_activity(null, 'staff.notices_off', 'staff', internal.current_actor_id());
  return true;
end
$$;
grant execute on function staff.remove_push_device(uuid) to haat_staff;
