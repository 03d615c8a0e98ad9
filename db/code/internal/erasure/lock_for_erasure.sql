-- Locks a customer with all orders, so that nothing is written about them until the transaction ends.
-- Gives: the customer.
-- Raises: HT100 (none inside the fence), HT101 (goods of an order are still on their way, to the customer or back).
--
-- Lock order: orders, then the customer. The customer is locked for update: a new order holds it for key share from
-- the moment it finds it (internal.take_order_customer), so that it is either seen here or finds the customer gone.
create or replace function internal.lock_for_erasure(customer_id uuid) returns app.customers
language plpgsql volatile
set search_path = ''
as $$
declare
  v_customer app.customers;
  v_locked_ids uuid[];
  v_open text;
begin
  select array_agg(l.id) into v_locked_ids
    from (
      select o.id
      from app.customers c join app.orders o on o.store_id = c.store_id and o.customer_id = c.id
      where c.id = lock_for_erasure.customer_id
      order by o.id
      for update of o
    ) l;
  select * into v_customer from app.customers c where c.id = lock_for_erasure.customer_id for update;
  if v_customer.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "customer"}');
  end if;
  select string_agg(o.number, ', ' order by o.created_at, o.id) into v_open
    from app.orders o join app.order_statuses s on s.status = o.status
    where o.store_id = v_customer.store_id and o.customer_id = v_customer.id
      -- Orders of a test store that was closed are neither delivered nor cancelled any more.
      and not exists (select from app.stores t where t.id = o.store_id and t.is_test and t.status = 'closed')
      and (s.is_open
        or exists (
          select from app.parcels p
          where p.store_id = o.store_id and p.order_id = o.id
            and p.status in ('booked', 'picked_up', 'delivery_failed', 'return_requested'))
        or exists (
          select from app.returns r
          where r.store_id = o.store_id and r.order_id = o.id and r.status = 'requested')
        -- It came, and was closed again, between the two locks.
        or o.id <> all (coalesce(v_locked_ids, '{}')));
  if v_open is not null then
    perform internal.field_error('HT101', 'customer_id', 'customerOpenOrders', jsonb_build_object('orders', v_open));
  end if;
  return v_customer;
end
$$;
