-- Erases the personal data of a customer for ever; orders, money and stock stay. Only an owner may do it. A later
-- order with the same phone makes a new customer. Needs orders.manage.
-- Raises: HT014 (not an owner), HT100 (customer_id), HT101 (goods of an order are still on their way).
create or replace function staff.erase_customer(customer_id uuid) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.require_permission('orders.manage');
  perform internal.require_owner('erase a customer');
  return internal.readable_customers(internal.erase_customer(erase_customer.customer_id));
end
$$;
grant execute on function staff.erase_customer(uuid) to haat_staff;
