-- What an order would be after an edit: the same is refused as by edit_order, and nothing is written.
-- Needs orders.manage.
-- Takes: as edit_order.
-- Raises: HT014 (permission), HT100 (order_id), HT101 (expected_updated_at), HT103 (status), HT101 (parcel,
-- references), HT008 (changes, customer, coupon), HT102 (stock).
create or replace function staff.preview_order_edit(body jsonb) returns staff.edited_order
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := internal.lock_order((body ->> 'order_id')::uuid);
  perform internal.refuse_outdated((body ->> 'expected_updated_at')::timestamptz, v_before.updated_at, v_before.id);
  body := internal.with_kept_address(v_before.shipping_address, body);
  return json_populate_record(null::staff.edited_order,
    internal.preview_order_edit(v_before.id, internal.cleared_note(body)));
end
$$;
grant execute on function staff.preview_order_edit(jsonb) to haat_staff;
