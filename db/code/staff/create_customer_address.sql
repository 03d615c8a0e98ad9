create or replace function staff.create_customer_address(customer_id uuid, address_line text, label text default null, recipient_name text default null, recipient_phone text default null, city text default null, area text default null, postal_code text default null, is_default boolean default false) returns app.customer_addresses
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  c app.customers;
  a app.customer_addresses;
begin
  perform internal.require_permission('orders.manage');
  c := internal.lock_customer(create_customer_address.customer_id);
  if create_customer_address.is_default then
    update app.customer_addresses t set is_default = false where t.store_id = c.store_id and t.customer_id = c.id and t.is_default;
  end if;
  insert into app.customer_addresses (company_id, store_id, customer_id, address_line, label, recipient_name, recipient_phone, city, area, postal_code, is_default)
  values (c.company_id, c.store_id, c.id, btrim(create_customer_address.address_line), nullif(btrim(create_customer_address.label), ''), nullif(btrim(create_customer_address.recipient_name), ''),
          nullif(btrim(create_customer_address.recipient_phone), ''), nullif(btrim(create_customer_address.city), ''), nullif(btrim(create_customer_address.area), ''), nullif(btrim(create_customer_address.postal_code), ''),
          -- The first address of a customer is their default one.
          coalesce(create_customer_address.is_default, false) or not exists (select from app.customer_addresses t where t.store_id = c.store_id and t.customer_id = c.id and t.is_default))
  returning * into a;
  perform internal.customer_addresses_changed(c.store_id, c.id);
  perform internal.log_activity(a.store_id, 'customer_address.created', 'customer_address', a.id, null, to_jsonb(a));
  return a;
end
$$;
comment on function staff.create_customer_address(uuid, text, text, text, text, text, text, text, boolean) is 'Saves an address of a customer; is_default takes the place of the default so far. Needs orders.manage.';
grant execute on function staff.create_customer_address(uuid, text, text, text, text, text, text, text, boolean) to haat_staff;
