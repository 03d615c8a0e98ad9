-- Takes: an order and the status it is to have.
-- Raises HT101 with fields.status when its parcel stands against it.
-- spec: Order transitions
--
-- What the order's latest parcel says against a move, in this order: shipment_cancelled, parcel_not_picked_up, live_parcel.
create or replace function internal.refuse_parcel_conflict(o app.orders, status text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  p record;
  v_from app.order_statuses;
  v_to app.order_statuses;
begin
  select * into v_from from app.order_statuses s where s.status = o.status;
  select * into v_to from app.order_statuses s where s.status = refuse_parcel_conflict.status;
  select t.status, t.picked_up_at, coalesce(c.reports_pickups, false) as reports_pickups into p
    from app.parcels t
    left join app.couriers c on c.id = t.courier_id
    where t.store_id = o.store_id and t.order_id = o.id
    order by t.created_at desc, t.id desc limit 1;
  if v_to.parcel = 'out' and p.status = 'cancelled' then
    perform internal.fail('HT101', 'The parcel of this order was cancelled; book another one.', '{"status": ["shipment_cancelled"]}');
  end if;
  -- A delivered order never comes back this way, whatever its parcel says; the table refuses it.
  if v_to.stock = 'returning' and v_from.stock <> 'sold' and p.reports_pickups and p.picked_up_at is null and p.status <> 'cancelled' then
    perform internal.fail('HT101', 'The courier of this order has not reported picking the parcel up.', '{"status": ["parcel_not_picked_up"]}');
  end if;
  if not v_to.is_shipped and (internal.live_parcel(o.id)).id is not null then
    perform internal.fail('HT101', 'The parcel of this order is with a courier or waits for pickup: cancel it before pickup, or have it returned after.', '{"status": ["live_parcel"]}');
  end if;
end
$$;
