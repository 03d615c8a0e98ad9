-- Shows a device to its owner.
-- Takes: the device, and the endpoint of the browser that asks.
create or replace function internal.shown_push_device(device app.staff_push_devices, endpoint text)
  returns staff.push_device
language sql stable
return row((device).id, coalesce((device).endpoint = shown_push_device.endpoint, false),
  (select s.user_agent from app.staff_sessions s where s.id = (device).session_id),
  (device).new_orders, (device).call_backs, (device).store_id, (device).last_sent_at, (device).failures > 0,
  (device).created_at)::staff.push_device;
