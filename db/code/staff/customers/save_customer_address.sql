-- Saves an address of a customer: a new one, or the new form of address_id. is_default makes it the default instead of
-- the other one. Needs orders.manage.
-- Raises: HT014 (permission), HT100 (customer_id, address_id), HT101 (the customer was erased,
-- expected_updated_at).
create or replace function staff.save_customer_address(customer_id uuid, address_line text,
  address_id uuid default null, label text default null, recipient_name text default null,
  recipient_phone text default null, city text default null, area text default null, postal_code text default null,
  is_default boolean default false, expected_updated_at timestamptz default null) returns app.customer_addresses
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_customer app.customers;
  v_before app.customer_addresses;
  v_address app.customer_addresses;
begin
  perform internal.require_permission('orders.manage');
  if address_id is null then
    perform internal.refuse_duplicate('save_customer_address',
      jsonb_build_array(customer_id, address_line, label, recipient_name, recipient_phone, city, area,
        postal_code, is_default));
  end if;
  select * into v_customer from app.customers t where t.id = save_customer_address.customer_id for no key update;
  if v_customer.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "customer"}');
  elsif v_customer.erased_at is not null then
    perform internal.field_error('HT101', 'customer_id', 'customerErased');
  end if;
  if address_id is not null then
    select * into v_before from app.customer_addresses t
      where t.store_id = v_customer.store_id and t.customer_id = v_customer.id
        and t.id = save_customer_address.address_id;
    if v_before.id is null then
      perform internal.fail('HT100', 'gone.ofCustomer', '{"thing": "address"}');
    end if;
    perform internal.refuse_outdated(save_customer_address.expected_updated_at, v_before.updated_at, v_before.id);
  end if;
  -- At most one default; the first address is the default.
  if is_default then
    update app.customer_addresses t set is_default = false
      where t.store_id = v_customer.store_id and t.customer_id = v_customer.id and t.is_default
        and t.id is distinct from v_before.id;
  end if;
  if v_before.id is null then
    insert into app.customer_addresses (company_id, store_id, customer_id, address_line, label, recipient_name,
      recipient_phone, city, area, postal_code, is_default)
    values (v_customer.company_id, v_customer.store_id, v_customer.id, btrim(save_customer_address.address_line),
      label, recipient_name, recipient_phone, city, area, postal_code,
      coalesce(save_customer_address.is_default, false) or not exists (
        select from app.customer_addresses t
        where t.store_id = v_customer.store_id and t.customer_id = v_customer.id))
    returning * into v_address;
  else
    update app.customer_addresses t set
      address_line = btrim(save_customer_address.address_line),
      label = save_customer_address.label,
      recipient_name = save_customer_address.recipient_name,
      recipient_phone = save_customer_address.recipient_phone,
      city = save_customer_address.city,
      area = save_customer_address.area,
      postal_code = save_customer_address.postal_code,
      is_default = t.is_default or coalesce(save_customer_address.is_default, false)
      where t.id = v_before.id returning * into v_address;
  end if;
  -- Saving the same values is no change.
  if v_before.id is null or v_address operator(pg_catalog.*<>) v_before then
    perform internal.publish_customer(v_customer.id);
  end if;
  return v_address;
end
$$;
grant execute on function
  staff.save_customer_address(uuid, text, uuid, text, text, text, text, text, text, boolean,
    timestamptz) to haat_staff;
