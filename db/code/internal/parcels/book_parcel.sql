-- Books a parcel for an order that is confirmed, processing or ready_to_ship. Without a courier it is a shipment
-- recorded by hand. cod_amount is what the courier collects; if it is not given, all that is due.
-- Raises: HT100 (order_id, courier_id), HT101 (a live parcel), HT103 (status of the order), HT008
-- (cod_amount).
--
-- With a courier that reports pickups the order stays ready_to_ship until the pickup. With any other courier, or
-- without one, the parcel counts as picked up and the order becomes in_transit at once. The courier collects what is
-- due, never the total.
create or replace function internal.book_parcel(order_id uuid, courier_id uuid default null,
  cod_amount numeric default null, tracking_code text default null, weight_grams integer default null,
  note text default null) returns app.parcels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before app.orders;
  v_courier app.couriers;
  v_parcel app.parcels;
  v_waits boolean;
  v_status text;
begin
  v_before := internal.lock_order(order_id);
  if courier_id is not null then
    select * into v_courier from app.couriers t where t.id = book_parcel.courier_id and t.status = 'active';
    if v_courier.id is null then
      perform internal.field_error('HT101', 'courier_id', 'courierGone');
    end if;
  end if;
  perform internal.refuse_booking(v_before);
  if cod_amount > v_before.due_amount then
    perform internal.field_error('HT008', 'cod_amount', 'codAmount', jsonb_build_object('most', v_before.due_amount));
  end if;
  v_waits := coalesce(v_courier.reports_pickups, false);
  insert into app.parcels (company_id, store_id, order_id, courier_id, status, tracking_code, weight_grams, note,
    cod_amount, booked_at, picked_up_at)
  values (v_before.company_id, v_before.store_id, v_before.id, v_courier.id,
    case when v_waits then 'booked' else 'picked_up' end, nullif(btrim(book_parcel.tracking_code), ''),
    book_parcel.weight_grams, nullif(btrim(book_parcel.note), ''),
    coalesce(book_parcel.cod_amount, v_before.due_amount), internal.now(),
    case when not v_waits then internal.now() end)
  returning * into v_parcel;
  perform internal.add_to_timeline(v_parcel.company_id, v_parcel.store_id, v_parcel.order_id,
    'parcel_booked', null, null, null,
    jsonb_build_object('parcel_id', v_parcel.id, 'courier', v_courier.name, 'cod_amount', v_parcel.cod_amount::text,
      'tracking_code', v_parcel.tracking_code));
  v_status := case when v_waits then 'ready_to_ship' else 'in_transit' end;
  if v_before.status <> v_status then
    perform internal.transition_order(v_before.id, v_status, null, jsonb_build_object('parcel_id', v_parcel.id),
      only_by => 'parcel');
    perform internal.publish_order(v_before);
  else
    perform internal.recompute_order(v_before.id);
  end if;
  select * into v_parcel from app.parcels t where t.id = v_parcel.id;
  return v_parcel;
end
$$;
