-- What may be done with the order next, and what would be refused now and why, the most likely first.
-- With requiredArguments, and an amount of atMost, an allowed one is accepted.
-- Raises: nothing.
--
-- The mutations refuse by the same functions (internal.find_transition_problem); the order is that of
-- internal.find_possible_transitions.
create or replace function staff.orders_possible_moves("order" app.orders) returns staff.possible_move[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_status app.order_statuses;
  v_parcel app.parcels;
  v_return app.returns;
  v_received app.returns;
begin
  select * into v_status from app.order_statuses s where s.status = "order".status;
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
      p.meaning,
      m.direction)::staff.possible_move
    from internal.find_possible_transitions(v_status) m
    cross join lateral internal.find_transition_problem("order", m.permission, m.mutation, m.to_status, v_parcel,
      case m.works_on when 'received return' then v_received else v_return end) p
    cross join lateral internal.transition_needs("order", v_parcel, m.mutation) n
    where case m.works_on
      when 'order' then true
      when 'parcel' then v_parcel.id is not null
      when 'return' then v_return.id is not null
      when 'received return' then v_received.id is not null end
    order by m.place, m.nth);
end
$$;
grant execute on function staff.orders_possible_moves(app.orders) to haat_staff;
