-- Gives the store that an operation acts on: the key's own or the one that is named.
-- Takes: the operation's input.
-- Raises: HT008 (a company key names no store_id), HT100 (store_id outside the key).
-- see: guides/overview#your-key
create or replace function internal.find_store_for_writing(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id uuid := internal.find_store_for_reading(input);
begin
  if v_store_id is null then
    perform internal.field_error('HT008', 'store_id', 'required.companyKey');
  end if;
  return v_store_id;
end
$$;
grant execute on function internal.find_store_for_writing(jsonb) to haat_api;
