--! owner: haat_gatekeeper
create or replace function internal.has_no_company() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (select from app.companies);
end
$$;
comment on function internal.has_no_company() is 'Gives whether the database is new: no company of anybody. The demo is loaded into such a database only.';
grant execute on function internal.has_no_company() to haat_owner;
