-- Has a worker look at a device again, at a time: the notices that wait are sent then.
-- Takes: the device, and when.
create or replace function internal.enqueue_push(device_id uuid, at timestamptz) returns void
language sql volatile
return internal.enqueue('push__send', pg_catalog.json_build_object('device_ids', array[enqueue_push.device_id]),
  'push ' || enqueue_push.device_id, enqueue_push.at);
grant execute on function internal.enqueue_push(uuid, timestamptz) to haat_gatekeeper;
