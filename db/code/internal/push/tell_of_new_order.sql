-- Adds a notice of a new order for each device of the company that wants one, and wakes a worker. Not for the devices
-- of who made the order, and not in a test store.
-- see: guides/desk#notices
--
-- In the transaction of the order. A company without such a device pays for a look at an index. Where devices are
-- locked, it is by id, here and wherever several are removed. A device that is being removed is waited for: were it
-- told all the same, the foreign key would refuse the order.
create or replace function internal.tell_of_new_order(new_order app.orders) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_device_ids uuid[];
begin
  if not exists (select from app.staff_push_devices d where d.company_id = new_order.company_id and d.new_orders) then
    return;
  end if;
  with told as (
    insert into app.push_notices (company_id, device_id, kind, store_id, order_id, created_at)
    select d.company_id, d.id, 'new_order', new_order.store_id, new_order.id, internal.now()
    from app.staff_push_devices d
    join app.stores s on s.id = new_order.store_id and not s.is_test
    where d.company_id = new_order.company_id and d.new_orders
      and (d.store_id is null or d.store_id = new_order.store_id)
      and d.staff_id is distinct from internal.current_actor_id()
    order by d.id for key share of d
    returning device_id
  )
  select array_agg(t.device_id) into v_device_ids from told t;
  if v_device_ids is not null then
    perform internal.enqueue('push__send', json_build_object('device_ids', v_device_ids));
  end if;
end
$$;
