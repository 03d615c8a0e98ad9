-- Refuses the call (HT008) when a time zone that staff named is unknown; null is none.
create or replace function internal.require_timezone(timezone text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  -- Days and order numbers follow it, so it must be UTC or a place with a history of clock changes, no abbreviation.
  if timezone is not null and timezone <> 'UTC' and (
    timezone not like '%/%'
    or not exists (select from pg_catalog.pg_timezone_names z where z.name = require_timezone.timezone)
  ) then
    perform internal.field_error('HT008', 'timezone', 'timezone');
  end if;
end
$$;
