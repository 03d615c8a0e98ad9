// What must hold of an order beside the books, wherever it is: what is out is in the lists of work, what is owed in those of money.
export const listChecks: string[] = [
  // What waits for its courier is in one list, and not with a courier; what is out in at least one of the others.
  `select 'a list of work', jsonb_build_object('lists', l.lists, 'status', o.status, 'parcel', p.status)::text
   from app.orders o
   join app.order_statuses s on s.status = o.status
   cross join lateral (
     select t.* from app.parcels t where t.order_id = o.id order by t.created_at desc, t.id desc limit 1) p
   cross join lateral (
     select sum(i.quantity - i.delivered_quantity - i.released_quantity) as outstanding
     from app.order_items i where i.order_id = o.id) i
   cross join lateral (
     select array(
       select 'to hand over' from staff.parcels_to_hand_over() t where t.id = p.id
       union all select 'with couriers' from staff.parcels_with_couriers() t where t.id = p.id
       union all select 'coming back' from staff.parcels_coming_back() t where t.id = p.id) as lists) l
   where (cardinality(l.lists) > 0) <> (s.is_shipped and i.outstanding > 0
       or p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'))
     or cardinality(l.lists) > 1 and 'to hand over' = any (l.lists)`,
  `select 'a list of money', jsonb_build_object('to refund', o.to_refund_amount, 'held', o.held_by_courier_amount)::text
   from app.orders o
   where (o.to_refund_amount > 0) <> exists (select from staff.refunds_owed() t where t.id = o.id)
     or o.held_by_courier_amount <> (
       select coalesce(sum(t.held_amount), 0) from staff.held_parcels() t where t.order_id = o.id)
     or o.held_by_courier_amount <> (
       select coalesce(sum(t.held_amount), 0) from app.parcels t where t.order_id = o.id)`,
  `select 'units that are out', jsonb_build_object('with couriers', o.with_courier_quantity,
     'coming back', o.coming_back_quantity, 'outstanding', i.outstanding)::text
   from app.orders o
   join app.order_statuses s on s.status = o.status
   cross join lateral (
     select sum(t.quantity - t.delivered_quantity - t.released_quantity) as outstanding,
       sum(staff.order_items_with_courier_quantity(t)) as with_courier,
       sum(staff.order_items_coming_back_quantity(t)) as coming_back
     from app.order_items t where t.order_id = o.id) i
   where s.is_shipped and o.with_courier_quantity + o.coming_back_quantity <> i.outstanding
     or (o.with_courier_quantity, o.coming_back_quantity) <> (i.with_courier, i.coming_back)`,
];
