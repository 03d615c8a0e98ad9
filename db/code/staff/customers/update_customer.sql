-- Changes a customer, or blocks them (status: active, inactive, blocked); what is left out stays, an empty text
-- clears phone, email or gender.
-- Needs orders.manage.
create or replace function staff.update_customer(customer_id uuid, full_name text default null, phone text default null, email text default null, gender text default null, status text default null) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.customers;
  c app.customers;
begin
  perform internal.require_permission('orders.manage');
  select * into o from app.customers t where t.id = update_customer.customer_id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such customer.');
  end if;
  perform api.update_customer(jsonb_build_object('id', o.id, 'store_id', o.store_id, 'full_name', update_customer.full_name, 'status', update_customer.status)
    || case when update_customer.phone is not null then jsonb_build_object('phone', nullif(btrim(update_customer.phone), '')) else '{}' end
    || case when update_customer.email is not null then jsonb_build_object('email', nullif(btrim(update_customer.email), '')) else '{}' end
    || case when update_customer.gender is not null then jsonb_build_object('gender', nullif(update_customer.gender, '')) else '{}' end);
  select * into c from app.customers t where t.id = o.id;
  if c operator(pg_catalog.*<>) o then
    perform internal.log_activity(c.store_id, 'customer.updated', 'customer', c.id, to_jsonb(o), to_jsonb(c));
  end if;
  return c;
end
$$;
grant execute on function staff.update_customer(uuid, text, text, text, text, text) to haat_staff;
