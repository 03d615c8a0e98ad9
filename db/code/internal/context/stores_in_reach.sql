-- Gives the stores that a list or a sum is about: the one that is named, none when it is out of reach; without a name
-- all in reach but the test stores, and with a key of a test store that one.
create or replace function internal.stores_in_reach(store_id uuid) returns uuid[]
language sql stable
set search_path = ''
begin atomic
  select case
    when stores_in_reach.store_id = any (internal.current_store_ids()) then array[stores_in_reach.store_id]
    when stores_in_reach.store_id is not null then '{}'
    when internal.current_key_store_id() is not null then internal.current_store_ids()
    else array(
      select s.id from app.stores s where s.id = any (internal.current_store_ids()) and not s.is_test) end;
end;
grant execute on function internal.stores_in_reach(uuid) to haat_api, haat_gatekeeper, haat_staff, haat_owner;
