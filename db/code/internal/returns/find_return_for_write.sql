-- Finds the return that an operation is to write.
-- Takes: the operation's input {id, store_id}.
-- Gives: the return's id.
-- Raises: HT008 and HT100 for store_id; HT100 for the return.
-- see: guides/overview#your-key
create or replace function internal.find_return_for_write(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id uuid;
begin
  select r.id into v_id
    from app.returns r
    where r.store_id = v_store_id and r.id = (input ->> 'id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "return"}');
  end if;
  return v_id;
end
$$;
