-- Removes a saved address of a customer; orders keep their own copy. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (address_id).
create or replace function staff.remove_customer_address(address_id uuid) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_address app.customer_addresses;
  v_customer app.customers;
begin
  perform internal.require_permission('orders.manage');
  select t.* into v_customer
    from app.customers t
    where t.id = (
      select a.customer_id from app.customer_addresses a where a.id = remove_customer_address.address_id)
    for no key update;
  delete from app.customer_addresses t where t.id = remove_customer_address.address_id returning * into v_address;
  if v_address.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "address"}');
  end if;
  if v_address.is_default then
    -- The oldest of the others takes its place.
    update app.customer_addresses t set is_default = true
      where t.id = (
        select o.id from app.customer_addresses o
        where o.store_id = v_address.store_id and o.customer_id = v_address.customer_id
        order by o.created_at, o.id
        limit 1);
  end if;
  perform internal.publish_customer(v_customer.id);
  select * into v_customer from app.customers t where t.id = v_customer.id;
  return internal.readable_customers(v_customer);
end
$$;
grant execute on function staff.remove_customer_address(uuid) to haat_staff;
