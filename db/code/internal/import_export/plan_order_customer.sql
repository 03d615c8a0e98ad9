-- Says what speaks against the customer of a planned order, as internal.find_or_create_customer does.
-- Takes: the store, {phone, full_name, email}, and what is planned before (see internal.plan_orders).
-- Gives: what a new customer adds to the plan.
-- Raises: HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken).
create or replace function internal.plan_order_customer(store_id uuid, customer jsonb, taken jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_phone constant text := internal.require_order_phone(customer);
  v_email constant text := customer ->> 'email';
begin
  if internal.find_planned_customer(plan_order_customer.store_id, v_phone, null, taken) is not null then
    return '{}';
  end if;
  perform internal.check_new_customer(customer,
    internal.find_planned_customer(plan_order_customer.store_id, null, v_email, taken) is not null);
  return internal.planned_customer(uuidv7(), v_phone, v_email);
end
$$;
