-- Finds the record that an operation is to write.
-- Takes: what it is (order, parcel, payment, return), and the operation's input {id, store_id}.
-- Gives: its id.
-- Raises: HT008 and HT100 for store_id; HT100 for the record.
-- see: guides/overview#your-key
create or replace function internal.find_for_write(record text, input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_sent constant uuid := (input ->> 'id')::uuid;
  v_id uuid;
begin
  case record
    when 'order' then
      select t.id into v_id from app.orders t where t.store_id = v_store_id and t.id = v_sent;
    when 'parcel' then
      select t.id into v_id from app.parcels t where t.store_id = v_store_id and t.id = v_sent;
    when 'payment' then
      select t.id into v_id from app.payments t where t.store_id = v_store_id and t.id = v_sent;
    when 'return' then
      select t.id into v_id from app.returns t where t.store_id = v_store_id and t.id = v_sent;
  end case;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', jsonb_build_object('thing', record));
  end if;
  return v_id;
end
$$;
