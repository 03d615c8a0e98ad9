-- Records a shipment by hand for an order that is sent off without a parcel.
-- Takes: the locked order.
--
-- Every order that is on its way has a parcel, so that staff can receive what comes back.
create or replace function internal.ensure_parcel(sent app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel_id uuid;
begin
  if exists (
    select from app.parcels p
    where p.store_id = sent.store_id
      and p.order_id = sent.id
      and p.status in ('picked_up', 'return_requested'))
  then
    return;
  end if;
  insert into app.parcels (company_id, store_id, order_id, status, cod_amount, booked_at, picked_up_at)
  values (sent.company_id, sent.store_id, sent.id, 'picked_up', sent.due_amount, internal.now(), internal.now())
  returning id into v_parcel_id;
  perform internal.add_to_timeline(sent.company_id, sent.store_id, sent.id, 'parcel_booked', null, null, null,
    jsonb_build_object('parcel_id', v_parcel_id, 'cod_amount', sent.due_amount::text));
end
$$;
