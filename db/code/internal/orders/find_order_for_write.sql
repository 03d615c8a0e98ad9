-- Finds the order that an operation is to write.
-- Takes: the operation's input {id, store_id}.
-- Gives: the order's id.
-- Raises: HT008 and HT100 for store_id; HT100 for the order.
-- see: guides/overview#your-key
create or replace function internal.find_order_for_write(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id uuid;
begin
  select o.id into v_id
    from app.orders o
    where o.store_id = v_store_id and o.id = (input ->> 'id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "order"}');
  end if;
  return v_id;
end
$$;
