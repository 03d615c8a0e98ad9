-- Gives the day that a moment falls on in the calendar of a store, daylight saving included.
create or replace function internal.store_day(store_id uuid, moment timestamptz) returns date
language sql stable
begin atomic
  select (moment at time zone s.timezone)::date from app.stores s where s.id = store_day.store_id;
end;
grant execute on function internal.store_day(uuid, timestamptz) to haat_api, haat_gatekeeper, haat_staff;
