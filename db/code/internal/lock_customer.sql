create or replace function internal.lock_customer(customer_id uuid) returns app.customers
language plpgsql volatile
set search_path = ''
as $$
declare
  c app.customers;
begin
  select * into c from app.customers t where t.id = lock_customer.customer_id for no key update;
  if c.id is null then
    perform internal.fail('HT100', 'No such customer.');
  end if;
  return c;
end
$$;
comment on function internal.lock_customer(uuid) is 'Takes a customer whose addresses are about to change; locks and gives them. Raises HT100.';
