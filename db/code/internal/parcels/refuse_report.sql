-- Refuses a report that the state of parcel and order does not allow.
-- Takes: the report (pickup, delivered, partial_delivery, failed, returning, received, cancelled), parcel and order as
-- they are under their locks, and whether a delivery states what was collected.
-- Raises: HT101 (parcel), HT103 (status of the order).
--
-- It asks the functions by which the acts themselves refuse. The case has no else: a report that it does not know
-- raises.
create or replace function internal.refuse_report(report text, parcel app.parcels, order_before app.orders,
  states_amount boolean) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  case report
    when 'pickup' then
      perform internal.refuse_pickup(parcel, order_before);
    when 'delivered' then
      perform internal.refuse_delivery(parcel, order_before, states_amount);
    when 'partial_delivery' then
      perform internal.refuse_partial_delivery(parcel, order_before);
    when 'failed' then
      perform internal.refuse_delivery_failure(parcel, order_before);
    when 'returning' then
      perform internal.refuse_return_request(parcel);
    when 'received' then
      perform internal.refuse_parcel_receipt(parcel, order_before);
    when 'cancelled' then
      perform internal.refuse_parcel_cancel(parcel, order_before);
  end case;
end
$$;
