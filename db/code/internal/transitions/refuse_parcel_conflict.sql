-- Refuses a status that an order's latest parcel does not allow.
-- Takes: the locked order and the status it is to have.
-- Raises: HT101; fields.status is shipment_cancelled, parcel_not_picked_up or live_parcel, compared in this order.
-- see: guides/orders
create or replace function internal.refuse_parcel_conflict(changed app.orders, status text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_from app.order_statuses;
  v_to app.order_statuses;
begin
  select * into v_from from app.order_statuses s where s.status = changed.status;
  select * into v_to from app.order_statuses s where s.status = refuse_parcel_conflict.status;
  select * into v_parcel from app.parcels p
    where p.store_id = changed.store_id and p.order_id = changed.id
    order by p.created_at desc, p.id desc
    limit 1;
  if v_to.parcel = 'out' and v_parcel.status = 'cancelled' then
    perform internal.fail('HT101', 'parcelCancelled', fields => '{"status": ["shipment_cancelled"]}');
  end if;
  -- Not for a delivered order: the table of transitions refuses that one, whatever its parcel says.
  if v_to.stock = 'returning' and v_from.stock <> 'sold' and v_parcel.status = 'booked' then
    perform internal.fail('HT101', 'parcelNotPickedUp', fields => '{"status": ["parcel_not_picked_up"]}');
  end if;
  -- Before the pickup no courier can have delivered it, nor failed to; after it, only what the courier did is told.
  if (v_parcel.status = 'booked' or not v_to.is_shipped) and (internal.live_parcel(changed.id)).id is not null then
    perform internal.fail('HT101', 'parcelLive', fields => '{"status": ["live_parcel"]}');
  end if;
end
$$;
