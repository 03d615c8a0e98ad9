-- Refuses a customer that an order would make.
-- Takes: {full_name, email} as the order has them, and whether another customer of the store has the email.
-- Raises: HT008 (customer.full_name), HT101 (customer.email is taken).
-- see: guides/first-order#3-create-the-order
create or replace function internal.check_new_customer(customer jsonb, is_email_taken boolean default false)
  returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if nullif(btrim(customer ->> 'full_name'), '') is null then
    perform internal.field_error('HT008', 'customer.full_name', 'nameNeeded');
  elsif length(btrim(customer ->> 'full_name')) > 200 then
    perform internal.field_error('HT008', 'customer.full_name', 'tooLong.haveCharacters', '{"most": 200}');
  elsif is_email_taken then
    perform internal.field_error('HT101', 'customer.email', 'emailTaken');
  end if;
end
$$;
