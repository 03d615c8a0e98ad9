-- Gives the phone by which an order's customer is known.
-- Takes: {phone, ...} as the order has it.
-- Raises: HT008 (customer.phone).
-- see: guides/first-order#3-create-the-order
create or replace function internal.require_order_phone(customer jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(customer ->> 'phone');
begin
  if v_phone is null then
    perform internal.field_error('HT008', 'customer.phone', 'phone');
  end if;
  return v_phone;
end
$$;
