-- Takes a saved address off a customer; orders keep their own copy.
-- Needs orders.manage.
-- Raises: HT014, HT100.
create or replace function staff.remove_customer_address(address_id uuid) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a app.customer_addresses;
  c app.customers;
begin
  perform internal.require_permission('orders.manage');
  select t.* into c from app.customers t where t.id = (select d.customer_id from app.customer_addresses d where d.id = remove_customer_address.address_id) for no key update;
  delete from app.customer_addresses t where t.id = remove_customer_address.address_id returning * into a;
  if a.id is null then
    perform internal.fail('HT100', 'No such address.');
  end if;
  if a.is_default then
    -- The oldest of the others takes its place.
    update app.customer_addresses t set is_default = true
      where t.id = (select o.id from app.customer_addresses o where o.store_id = a.store_id and o.customer_id = a.customer_id order by o.created_at, o.id limit 1);
  end if;
  perform internal.publish_customer(c.id);
  select * into c from app.customers t where t.id = c.id;
  perform internal.log_activity(a.store_id, 'customer_address.removed', 'customer_address', a.id, to_jsonb(a));
  return c;
end
$$;
grant execute on function staff.remove_customer_address(uuid) to haat_staff;
