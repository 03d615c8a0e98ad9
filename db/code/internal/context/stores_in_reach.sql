-- Gives the stores that a list of work is about: the one that is named, or all in reach. None when it is out of reach.
create or replace function internal.stores_in_reach(store_id uuid) returns uuid[]
language sql stable
set search_path = ''
begin atomic
  select case
    when stores_in_reach.store_id is null then internal.current_store_ids()
    when stores_in_reach.store_id = any (internal.current_store_ids()) then array[stores_in_reach.store_id]
    else '{}' end;
end;
grant execute on function internal.stores_in_reach(uuid) to haat_gatekeeper, haat_staff, haat_owner;
