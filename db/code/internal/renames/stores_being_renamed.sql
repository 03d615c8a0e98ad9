--! owner: haat_gatekeeper
-- Gives the stores of the company in which a rename has not reached all its products (internal.pending_renames).
create or replace function internal.stores_being_renamed() returns uuid[]
language sql stable security definer
set search_path = ''
return array(
  select distinct r.store_id
  from internal.pending_renames r
  where r.company_id = internal.current_company_id());
grant execute on function internal.stores_being_renamed() to haat_owner, haat_api, haat_staff;
