-- Merges an order into another of the same customer and store: the lines of merged_order_id go into order_id at the
-- prices that were agreed, and it is cancelled. Both must be editable, and the one that goes without payments, parcels
-- and returns. A merge that was done already changes nothing. Needs orders.manage.
-- Gives: the order that stays.
-- Raises: HT014 (permission), HT100 (order), HT103 (status), HT101 (merged_order_id, parcel, references), HT008
-- (merged_order_id, changes, coupon), HT102 (stock).
create or replace function staff.merge_orders(order_id uuid, merged_order_id uuid) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_order app.orders;
begin
  perform internal.require_permission('orders.manage');
  perform internal.merge_orders(merge_orders.order_id, merge_orders.merged_order_id);
  select * into v_order from app.orders t where t.id = merge_orders.order_id;
  return internal.readable_orders(v_order);
end
$$;
grant execute on function staff.merge_orders(uuid, uuid) to haat_staff;
