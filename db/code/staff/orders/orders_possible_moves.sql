-- What may be done with the order next, and what would be refused now and why: changes of its status in the order of
-- the table of statuses, then work on its parcel, its returns and its money. With requiredArguments, and an amount of
-- atMost, an allowed one is accepted.
-- Raises: nothing.
--
-- The mutations refuse by the same functions (internal.find_transition_problem).
create or replace function staff.orders_possible_moves("order" app.orders) returns staff.possible_move[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_return app.returns;
  v_received app.returns;
begin
  select * into v_parcel from app.parcels p
    where p.store_id = "order".store_id and p.order_id = "order".id
    order by p.created_at desc, p.id desc limit 1;
  select * into v_return from app.returns r
    where r.store_id = "order".store_id and r.order_id = "order".id
    order by r.status = 'requested' desc, r.created_at, r.id limit 1;
  select * into v_received from app.returns r
    where r.store_id = "order".store_id and r.order_id = "order".id and r.status = 'received'
    order by r.received_at desc, r.id desc limit 1;
  return array(
    select row(
      -- The name of the mutation in GraphQL.
      lower(left(m.mutation, 1)) || substr(replace(initcap(replace(m.mutation, '_', ' ')), ' ', ''), 2),
      m.to_status,
      case when m.works_on = 'parcel' then v_parcel.id end,
      case m.works_on when 'return' then v_return.id when 'received return' then v_received.id end,
      p.reason is null,
      p.reason,
      n.required_arguments,
      n.at_most,
      p.meaning)::staff.possible_move
    from (
      select 0 as place, s.position, 'change_order_status' as mutation, 'orders.manage' as permission,
        t.to_status, 'order' as works_on
      from app.order_transitions t
      join app.order_statuses s on s.status = t.to_status
      where t.from_status = "order".status and t.only_by is null
      union all
      select w.place, 0, w.mutation, w.permission, null, w.works_on
      from (values
        (1, 'book_parcel', 'orders.manage', 'order'),
        (2, 'record_parcel_pickup', 'orders.manage', 'parcel'),
        (3, 'record_parcel_delivered', 'orders.manage', 'parcel'),
        (4, 'record_partial_delivery', 'orders.manage', 'parcel'),
        (5, 'record_delivery_failure', 'orders.manage', 'parcel'),
        (6, 'request_parcel_return', 'orders.manage', 'parcel'),
        (7, 'cancel_parcel', 'orders.manage', 'parcel'),
        (8, 'receive_parcel', 'inventory.manage', 'parcel'),
        (9, 'record_parcel_payout', 'payments.manage', 'parcel'),
        (10, 'restate_collected', 'orders.manage', 'parcel'),
        (11, 'write_off_parcel_cash', 'payments.manage', 'parcel'),
        (12, 'undo_parcel_step', 'orders.manage', 'parcel'),
        (13, 'send_again', 'orders.manage', 'order'),
        (14, 'create_return', 'orders.manage', 'order'),
        (15, 'receive_return', 'inventory.manage', 'return'),
        (16, 'cancel_return', 'orders.manage', 'return'),
        (17, 'undo_return_receipt', 'inventory.manage', 'received return'),
        (18, 'record_payment', 'payments.manage', 'order'),
        (19, 'record_refund', 'payments.manage', 'order')) as w (place, mutation, permission, works_on)
      where case w.works_on
        when 'order' then true
        when 'parcel' then v_parcel.id is not null
        when 'return' then v_return.id is not null
        when 'received return' then v_received.id is not null end
    ) m
    cross join lateral internal.find_transition_problem("order", m.permission, m.mutation, m.to_status, v_parcel,
      case m.works_on when 'received return' then v_received else v_return end) p
    cross join lateral internal.transition_needs("order", v_parcel, m.mutation) n
    order by m.place, m.position);
end
$$;
grant execute on function staff.orders_possible_moves(app.orders) to haat_staff;
