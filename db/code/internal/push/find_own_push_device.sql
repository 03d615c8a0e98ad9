-- Gives a device of the current member of staff.
-- Raises: HT100 (push_device_id).
create or replace function internal.find_own_push_device(device_id uuid) returns app.staff_push_devices
language plpgsql stable
set search_path = ''
as $$
declare
  v_device app.staff_push_devices;
begin
  select * into v_device from app.staff_push_devices d
    where d.id = find_own_push_device.device_id and d.staff_id = internal.current_actor_id();
  if v_device.id is null then
    perform internal.field_error('HT100', 'push_device_id', 'gone.there', '{"thing": "device"}');
  end if;
  return v_device;
end
$$;
