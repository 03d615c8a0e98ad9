--! owner: haat_gatekeeper
-- Row trigger: gives a new company the staff roles that every company begins with.
create or replace function internal.tg_companies__add_staff_roles() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into app.staff_roles (company_id, name, description, permissions)
  select new.id, r.name, r.description, r.permissions from internal.default_staff_roles() r;
  return null;
end
$$;
grant execute on function internal.tg_companies__add_staff_roles() to haat_owner;
