-- Sends a device of yours a notice that only says that it works. While one waits, another adds nothing.
-- Raises: HT100 (push_device_id).
create or replace function staff.send_test_push(push_device_id uuid) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_device constant app.staff_push_devices := internal.find_own_push_device(send_test_push.push_device_id);
begin
  insert into app.push_notices (company_id, device_id, kind, created_at)
  values (v_device.company_id, v_device.id, 'test', internal.now())
  on conflict on constraint push_notices_once do nothing;
  -- Who presses the button waits for no second attempt.
  update app.staff_push_devices d set not_before = internal.now() where d.id = v_device.id and d.failures > 0;
  perform internal.enqueue('push__send', json_build_object('device_ids', array[v_device.id]));
  return true;
end
$$;
grant execute on function staff.send_test_push(uuid) to haat_staff;
