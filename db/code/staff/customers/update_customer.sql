-- Changes a customer, or blocks them. What is left out stays; an empty text clears phone or email, clear_gender
-- the gender. Needs orders.manage.
-- Takes: status is active, inactive or blocked.
-- Raises: HT014 (permission), HT100 (customer_id), HT101 (expected_updated_at, was erased), HT008 (phone), 23505
-- (phone, email).
create or replace function staff.update_customer(customer_id uuid, full_name text default null,
  phone text default null, email text default null, gender text default null, status text default null,
  clear_gender boolean default false, expected_updated_at timestamptz default null)
  returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.customers;
  v_customer app.customers;
begin
  perform internal.require_permission('orders.manage');
  select * into v_before from app.customers t where t.id = update_customer.customer_id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "customer"}');
  end if;
  perform internal.refuse_outdated(update_customer.expected_updated_at, v_before.updated_at, v_before.id);
  perform api.update_customer(
    jsonb_build_object(
      'id', v_before.id,
      'store_id', v_before.store_id,
      'full_name', update_customer.full_name,
      'status', update_customer.status)
    || case when update_customer.phone is not null
         then jsonb_build_object('phone', nullif(btrim(update_customer.phone), '')) else '{}' end
    || case when update_customer.email is not null
         then jsonb_build_object('email', nullif(btrim(update_customer.email), '')) else '{}' end
    || case when update_customer.gender is not null or clear_gender
         then jsonb_build_object('gender', case when not clear_gender then nullif(update_customer.gender, '') end)
         else '{}' end);
  select * into v_customer from app.customers t where t.id = v_before.id;
  if v_customer operator(pg_catalog.*<>) v_before then
    perform internal.log_activity(v_customer.store_id, 'customer.updated', 'customer', v_customer.id,
      to_jsonb(v_before), to_jsonb(v_customer));
  end if;
  return internal.readable_customers(v_customer);
end
$$;
grant execute on function staff.update_customer(uuid, text, text, text, text, text, boolean, timestamptz)
  to haat_staff;
