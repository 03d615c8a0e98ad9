-- Takes: an operation's input.
-- Gives: the store it acts on: the key's own, or the named one.
-- Raises: HT008 when a company key names none, HT100 for a store outside the key.
-- spec: Tenant fence
create or replace function internal.find_store_for_writing(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id uuid := internal.find_store_for_reading(input);
begin
  if v_store_id is null then
    perform internal.field_error('HT008', 'store_id', 'is required with a company key');
  end if;
  return v_store_id;
end
$$;
grant execute on function internal.find_store_for_writing(jsonb) to haat_api;
