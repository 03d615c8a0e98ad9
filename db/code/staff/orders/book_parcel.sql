-- Books a parcel for an order that is confirmed, processing or ready_to_ship. Without a courier it is a shipment
-- recorded by hand. cod_amount is what the courier collects; if it is not given, all that is due. note
-- is for the courier. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (order_id, courier_id), HT101 (a live parcel), HT103 (status of the order), HT008
-- (cod_amount).
--
-- With a courier that reports pickups the order stays ready_to_ship until the pickup. With any other courier, or
-- without one, the parcel counts as picked up and the order becomes in_transit at once. The courier collects what is
-- due, never the total.
create or replace function staff.book_parcel(order_id uuid, courier_id uuid default null,
  cod_amount numeric default null, tracking_code text default null, weight_grams integer default null,
  note text default null) returns app.parcels
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  return internal.book_parcel(order_id, courier_id, cod_amount, tracking_code, weight_grams, note);
end
$$;
grant execute on function staff.book_parcel(uuid, uuid, numeric, text, integer, text) to haat_staff;
