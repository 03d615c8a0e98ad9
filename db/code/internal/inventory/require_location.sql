-- Refuses the call (HT100) when a location that staff named is not one of their company.
create or replace function internal.require_location(location_id uuid, field text default 'location_id') returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (select from app.locations t where t.id = require_location.location_id) then
    perform internal.field_error('HT100', field, 'gone.location');
  end if;
end
$$;
