-- Removes the notices of a device that say nothing true, or nothing new, any more: older than four hours; of an order
-- that was called off, or whose call-back was made or moved; of a store that the device is not told of now.
-- Takes: the device, which is locked.
create or replace function internal.drop_past_notices(device app.staff_push_devices) returns void
language sql volatile
begin atomic
  delete from app.push_notices n
  where n.company_id = (device).company_id and n.device_id = (device).id and (
    n.created_at < internal.now() - interval '4 hours'
    or n.store_id <> (device).store_id
    or n.kind <> 'test' and not exists (
      select from app.orders o
      join app.stores s on s.id = o.store_id and not s.is_test
      join app.order_statuses t on t.status = o.status
      where o.store_id = n.store_id and o.id = n.order_id and case n.kind
        when 'new_order' then (device).new_orders and t.is_genuine and not t.is_cancelled
        when 'call_back' then (device).call_backs and t.stage = 'call_back' and o.follow_up_at <= internal.now() end));
end;
grant execute on function internal.drop_past_notices(app.staff_push_devices) to haat_gatekeeper;
