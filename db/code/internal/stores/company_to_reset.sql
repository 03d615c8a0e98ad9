--! owner: haat_gatekeeper
-- Gives the company of a test store that waits for the demo; null when it does not (any more).
create or replace function internal.company_to_reset(store_id uuid) returns uuid
language sql stable security definer
set search_path = ''
begin atomic
  select s.company_id from app.stores s
  where s.id = company_to_reset.store_id and s.is_test and s.status = 'active' and s.reset_asked_at is not null
    and not internal.has_moved(s.company_id);
end;
grant execute on function internal.company_to_reset(uuid) to haat_owner;
