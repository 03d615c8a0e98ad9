-- Adds a customer to a store; the phone may be in any Bangladeshi spelling (gender: male, female).
-- Needs orders.manage.
create or replace function staff.create_customer(store_id uuid, full_name text, phone text default null, email text default null, gender text default null) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id uuid;
  c app.customers;
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_store(create_customer.store_id);
  v_id := (api.create_customer(jsonb_build_object('store_id', create_customer.store_id, 'full_name', create_customer.full_name,
    'phone', create_customer.phone, 'email', nullif(btrim(create_customer.email), ''), 'gender', create_customer.gender)) ->> 'id')::uuid;
  select * into c from app.customers t where t.id = v_id;
  perform internal.log_activity(c.store_id, 'customer.created', 'customer', c.id, null, jsonb_build_object('full_name', c.full_name, 'phone', c.phone));
  return c;
end
$$;
grant execute on function staff.create_customer(uuid, text, text, text, text) to haat_staff;
