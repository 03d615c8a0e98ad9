-- Lists what can be done with an order of a status, the most likely first: what the customer, the courier and the
-- goods wait for, then the other work, steps back, what lets the order wait or ends it, corrections.
-- Gives: the mutation as staff.* names it, the permission that it needs, the record that it works on, and where it
-- leads, as staff.move_direction has it.
--
-- Changes of the status have places between the other mutations: 5 before the courier has the goods, 8 with it or
-- after it, 17 back, 18 aside, 19 end.
create or replace function internal.find_possible_transitions(left_status app.order_statuses)
  returns table (place integer, nth integer, mutation text, permission text, to_status text, works_on text,
    direction staff.move_direction)
language sql stable rows 30
set search_path = ''
begin atomic
  select case d.direction
      when 'forward' then case when s.is_shipped then 8 else 5 end
      when 'back' then 17
      when 'aside' then 18
      when 'end' then 19 end as place,
    s.position as nth, 'change_order_status' as mutation, 'orders.manage' as permission, t.to_status,
    'order' as works_on, d.direction
  from app.order_transitions t
  join app.order_statuses s on s.status = t.to_status
  cross join lateral (
    select case
      when s.stock = 'none' then 'end'
      when s.stage in ('call_back', 'on_hold') then 'aside'
      when s.position < (left_status).position then 'back'
      else 'forward' end::staff.move_direction as direction) d
  where t.from_status = (left_status).status and t.only_by is null
  union all
  select w.place, 0, w.mutation, w.permission, null, w.works_on,
    case when w.place < 20 then 'forward' else 'correction' end
  from (values
    (1, 'record_parcel_delivered', 'orders.manage', 'parcel'),
    (2, 'record_parcel_pickup', 'orders.manage', 'parcel'),
    (3, 'receive_parcel', 'inventory.manage', 'parcel'),
    (4, 'receive_return', 'inventory.manage', 'return'),
    (6, 'book_parcel', 'orders.manage', 'order'),
    (7, 'record_parcel_payout', 'payments.manage', 'parcel'),
    (9, 'record_partial_delivery', 'orders.manage', 'parcel'),
    (10, 'record_delivery_failure', 'orders.manage', 'parcel'),
    (11, 'request_parcel_return', 'orders.manage', 'parcel'),
    (12, 'cancel_parcel', 'orders.manage', 'parcel'),
    (13, 'send_again', 'orders.manage', 'order'),
    (14, 'create_return', 'orders.manage', 'order'),
    (15, 'record_payment', 'payments.manage', 'order'),
    (16, 'record_refund', 'payments.manage', 'order'),
    (20, 'restate_collected', 'orders.manage', 'parcel'),
    (21, 'write_off_parcel_cash', 'payments.manage', 'parcel'),
    (22, 'undo_parcel_step', 'orders.manage', 'parcel'),
    (23, 'cancel_return', 'orders.manage', 'return'),
    (24, 'undo_return_receipt', 'inventory.manage', 'received return')) as w (place, mutation, permission, works_on);
end;
