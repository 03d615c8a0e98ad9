-- Says what speaks against the customer of a planned order, as internal.find_or_create_customer does, and
-- internal.imported_order_customer for one without a phone.
-- Takes: the store, {customer: {phone, full_name, email}} or {customer_by_email: {full_name, email}}, and what is
-- planned before (see internal.plan_orders).
-- Gives: what a new customer adds to the plan.
-- Raises: HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken).
create or replace function internal.plan_order_customer(store_id uuid, input jsonb, taken jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_customer constant jsonb := coalesce(input -> 'customer', input -> 'customer_by_email');
  v_email constant text := v_customer ->> 'email';
  v_phone text;
begin
  if not input ? 'customer_by_email' then
    v_phone := internal.require_order_phone(v_customer);
  end if;
  if internal.find_planned_customer(plan_order_customer.store_id, v_phone, case when v_phone is null then v_email end,
    taken) is not null
  then
    return '{}';
  end if;
  perform internal.check_new_customer(v_customer, v_phone is not null
    and internal.find_planned_customer(plan_order_customer.store_id, null, v_email, taken) is not null);
  return internal.planned_customer(uuidv7(), v_phone, v_email);
end
$$;
