--! owner: haat_gatekeeper
-- Gives whether the database is new: no company of anybody.
-- The demo is loaded into such a database only.
create or replace function internal.has_no_company() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (select from app.companies);
end
$$;
grant execute on function internal.has_no_company() to haat_owner;
