-- Adds a warehouse to the company. Needs settings.manage.
-- Takes: is_default: orders that name no location take their stock here, instead of from the default so far.
-- Raises: HT014 (permission), 23505 (code).
create or replace function staff.create_location(name text, code text, address text default null,
  is_default boolean default false, latitude numeric default null, longitude numeric default null)
  returns app.locations
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_location app.locations;
begin
  perform internal.require_permission('settings.manage');
  -- The first location is the default one: orders need one.
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  if create_location.is_default then
    update app.locations t set is_default = false where t.is_default;
  end if;
  insert into app.locations (company_id, name, code, address, is_default, latitude, longitude)
  values (internal.current_company_id(), btrim(create_location.name), btrim(create_location.code),
    nullif(btrim(create_location.address), ''),
    coalesce(create_location.is_default, false) or not exists (select from app.locations t where t.is_default),
    create_location.latitude, create_location.longitude)
  returning * into v_location;
  return v_location;
end
$$;
grant execute on function staff.create_location(text, text, text, boolean, numeric, numeric) to haat_staff;
