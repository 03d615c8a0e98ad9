--! owner: haat_gatekeeper
-- Tells whether the database is new: it has no company yet. The demo is loaded into a new database only.
create or replace function internal.has_no_company() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (select from app.companies);
end
$$;
grant execute on function internal.has_no_company() to haat_owner;
