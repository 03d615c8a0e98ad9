-- Refuses a status that an order cannot be given now, as the status route does.
-- Takes: the order and the status.
-- Raises: HT101 (parcel, coupon), HT103 (not allowed from this status), HT102 (stock).
create or replace function internal.refuse_status(checked app.orders, status text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_parcel_conflict(checked, refuse_status.status);
  perform internal.require_transition(checked.status, refuse_status.status, null);
  if (select f.stock = 'none' and t.stock = 'reserved' from app.order_statuses f, app.order_statuses t
    where f.status = checked.status and t.status = refuse_status.status) then
    perform internal.refuse_used_up_coupon(checked);
    perform internal.refuse_short_stock(checked);
  end if;
end
$$;
