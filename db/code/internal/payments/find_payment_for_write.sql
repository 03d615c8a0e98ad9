-- Finds the payment that an operation is to write.
-- Takes: the operation's input {id, store_id}.
-- Gives: the payment's id.
-- Raises: HT008 and HT100 for store_id; HT100 for the payment.
-- see: guides/overview#your-key
create or replace function internal.find_payment_for_write(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id uuid;
begin
  select p.id into v_id
    from app.payments p
    where p.store_id = v_store_id and p.id = (input ->> 'id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "payment"}');
  end if;
  return v_id;
end
$$;
