-- For how many whole days a parcel with goods of ours is out: since the pickup, or since the booking. Null once it is
-- over.
-- Raises: nothing.
create or replace function staff.parcels_days_out(parcel app.parcels) returns integer
language sql stable
set search_path = ''
begin atomic
  select case when parcel.work is not null then
    floor(extract(epoch from internal.now() - coalesce(parcel.picked_up_at, parcel.booked_at)) / 86400)::integer end;
end;
grant execute on function staff.parcels_days_out(app.parcels) to haat_staff;
