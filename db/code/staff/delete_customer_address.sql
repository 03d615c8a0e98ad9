create or replace function staff.delete_customer_address(id uuid) returns app.customer_addresses
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a app.customer_addresses;
begin
  perform internal.require_permission('orders.manage');
  select * into a from app.customer_addresses t where t.id = delete_customer_address.id;
  if a.id is null then
    perform internal.fail('HT100', 'No such address.');
  end if;
  perform internal.lock_customer(a.customer_id);
  delete from app.customer_addresses t where t.id = a.id;
  if a.is_default then
    -- The one they used last takes its place.
    update app.customer_addresses t set is_default = true
      where t.id = (select n.id from app.customer_addresses n where n.store_id = a.store_id and n.customer_id = a.customer_id order by n.updated_at desc, n.id desc limit 1);
  end if;
  perform internal.customer_addresses_changed(a.store_id, a.customer_id);
  perform internal.log_activity(a.store_id, 'customer_address.deleted', 'customer_address', a.id, to_jsonb(a), null);
  return a;
end
$$;
comment on function staff.delete_customer_address(uuid) is 'Removes an address of a customer; orders keep the address they were sent to. Needs orders.manage.';
grant execute on function staff.delete_customer_address(uuid) to haat_staff;
