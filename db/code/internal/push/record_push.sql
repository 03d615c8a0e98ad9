--! owner: haat_gatekeeper
-- Records what came of a message: its notices go when it was taken; a device that is gone is removed, and so is one
-- that took none for days; any other is tried again, later each time, as webhooks are.
-- Takes: the device; the notices that were in the message; sent, gone or failed; and the seconds of Retry-After.
-- see: guides/desk#notices
create or replace function internal.record_push(device_id uuid, notice_ids uuid[], outcome text, retry_after integer)
  returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_device app.staff_push_devices;
  v_delay interval := interval '10 s';
begin
  select * into v_device from app.staff_push_devices d where d.id = record_push.device_id for no key update;
  if v_device.id is null then
    return;
  elsif record_push.outcome = 'failed' then
    v_delay := internal.retry_delay(v_device.failures + 1, record_push.retry_after);
  end if;
  if record_push.outcome = 'gone' or v_delay is null then
    delete from app.staff_push_devices d where d.id = v_device.id;
    return;
  elsif record_push.outcome = 'sent' then
    delete from app.push_notices n
      where n.company_id = v_device.company_id and n.device_id = v_device.id and n.id = any (record_push.notice_ids);
  end if;
  update app.staff_push_devices d set
      not_before = v_now + v_delay,
      failures = case record_push.outcome when 'sent' then 0 else d.failures + 1 end,
      last_sent_at = case record_push.outcome when 'sent' then v_now else d.last_sent_at end
    where d.id = v_device.id;
  if exists (
    select from app.push_notices n where n.company_id = v_device.company_id and n.device_id = v_device.id)
  then
    perform internal.enqueue_push(v_device.id, v_now + v_delay);
  end if;
end
$$;
grant execute on function internal.record_push(uuid, uuid[], text, integer) to haat_worker;
