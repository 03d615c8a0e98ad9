-- Changes a warehouse, makes it the default, or takes it out of use. What is left out stays; an empty text clears.
-- Needs settings.manage.
-- Takes: status is active or inactive.
-- Raises: HT014 (permission), HT100 (id), HT101 (expected_updated_at), HT008 (is_default, status), 23505
-- (code).
create or replace function staff.update_location(id uuid, name text default null, code text default null,
  address text default null, is_default boolean default null, status text default null,
  latitude numeric default null, longitude numeric default null,
  expected_updated_at timestamptz default null) returns app.locations
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before app.locations;
  v_location app.locations;
begin
  perform internal.require_permission('settings.manage');
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select * into v_before from app.locations t where t.id = update_location.id for no key update;
  if v_before.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "location"}');
  end if;
  perform internal.refuse_outdated(update_location.expected_updated_at, v_before.updated_at, v_before.id);
  if v_before.is_default and update_location.is_default = false then
    perform internal.field_error('HT008', 'is_default', 'defaultLocation');
  elsif coalesce(update_location.status, v_before.status) <> 'active'
    and coalesce(update_location.is_default, v_before.is_default)
  then
    perform internal.field_error('HT008', 'status', 'defaultLocation.active');
  end if;
  if update_location.is_default and not v_before.is_default then
    update app.locations t set is_default = false where t.is_default;
  end if;
  update app.locations t set
    name = coalesce(btrim(update_location.name), t.name),
    code = coalesce(btrim(update_location.code), t.code),
    address = internal.changed_text(update_location.address, t.address),
    is_default = coalesce(update_location.is_default, t.is_default),
    status = coalesce(update_location.status, t.status),
    latitude = coalesce(update_location.latitude, t.latitude),
    longitude = coalesce(update_location.longitude, t.longitude)
    where t.id = v_before.id returning * into v_location;
  return v_location;
end
$$;
grant execute on function staff.update_location(uuid, text, text, text, boolean, text, numeric, numeric,
  timestamptz) to haat_staff;
