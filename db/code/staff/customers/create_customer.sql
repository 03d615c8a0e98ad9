-- Adds a customer to a store. Needs orders.manage.
-- Takes: what POST /customers takes: the phone in any Bangladeshi spelling.
-- Raises: HT014 (permission), HT100 (store_id), HT008 (phone), 23505 (phone, email), HT101 (the same a moment
-- ago).
create or replace function staff.create_customer(body jsonb) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id uuid;
  v_customer app.customers;
begin
  perform internal.require_permission('orders.manage');
  perform internal.refuse_duplicate('create_customer', body);
  perform internal.require_store((body ->> 'store_id')::uuid);
  v_id := (api.create_customer(internal.without_blanks(body)) ->> 'id')::uuid;
  select * into v_customer from app.customers t where t.id = v_id;
  return internal.readable_customers(v_customer);
end
$$;
grant execute on function staff.create_customer(jsonb) to haat_staff;
