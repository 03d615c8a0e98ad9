-- Gives the store that a read is narrowed to: the key's own or the one that is named; null for the whole company.
-- Takes: the operation's input.
-- Raises: HT100 (store_id outside the key).
-- see: guides/overview#your-key
--
-- store_id can only narrow the fence: a store outside the key answers 404, never 403 and never an empty page.
create or replace function internal.find_store_for_reading(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_asked uuid := (input ->> 'store_id')::uuid;
  v_own uuid := internal.current_key_store_id();
begin
  if v_asked is null then
    return v_own;
  end if;
  if (v_own is not null and v_asked <> v_own) or v_asked <> all (internal.current_store_ids()) then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "store"}');
  end if;
  return v_asked;
end
$$;
grant execute on function internal.find_store_for_reading(jsonb) to haat_api, haat_gatekeeper;
