-- Changes a warehouse, makes it the default, or takes it out of use (status: active, inactive); what is left out
-- stays, an empty text clears.
-- Needs settings.manage.
create or replace function staff.update_location(id uuid, name text default null, code text default null, address text default null, is_default boolean default null, status text default null, latitude numeric default null, longitude numeric default null) returns app.locations
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.locations;
  l app.locations;
begin
  perform internal.require_permission('settings.manage');
  perform from app.companies c where c.id = internal.current_company_id() for no key update;
  select * into o from app.locations t where t.id = update_location.id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such location.');
  elsif o.is_default and update_location.is_default = false then
    perform internal.field_error('HT008', 'is_default', 'make another location the default instead');
  elsif coalesce(update_location.status, o.status) <> 'active' and coalesce(update_location.is_default, o.is_default) then
    perform internal.field_error('HT008', 'status', 'the default location must be active');
  end if;
  if update_location.is_default and not o.is_default then
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
    where t.id = o.id returning * into l;
  perform internal.log_activity(null, 'location.updated', 'location', l.id, to_jsonb(o), to_jsonb(l));
  return l;
end
$$;
grant execute on function staff.update_location(uuid, text, text, text, boolean, text, numeric, numeric) to haat_staff;
