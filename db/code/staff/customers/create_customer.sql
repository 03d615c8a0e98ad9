-- Adds a customer to a store. Needs orders.manage.
-- Takes: the phone in any Bangladeshi spelling; gender is male or female.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (phone), 23505 (phone, email), HT101 (the same a moment
-- ago).
create or replace function staff.create_customer(store_id uuid, full_name text, phone text default null,
  email text default null, gender text default null) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id uuid;
  v_customer app.customers;
begin
  perform internal.require_permission('orders.manage');
  perform internal.refuse_duplicate('create_customer', jsonb_build_array(store_id, full_name, phone, email, gender));
  perform internal.require_store(create_customer.store_id);
  v_id := (api.create_customer(jsonb_build_object(
    'store_id', create_customer.store_id,
    'full_name', create_customer.full_name,
    'phone', create_customer.phone,
    'email', nullif(btrim(create_customer.email), ''),
    'gender', create_customer.gender)) ->> 'id')::uuid;
  select * into v_customer from app.customers t where t.id = v_id;
  perform internal.log_activity(v_customer.store_id, 'customer.created', 'customer', v_customer.id, null,
    jsonb_build_object('full_name', v_customer.full_name, 'phone', v_customer.phone));
  return internal.readable_customers(v_customer);
end
$$;
grant execute on function staff.create_customer(uuid, text, text, text, text) to haat_staff;
