-- The cash of the parcel that its courier holds: collected and not paid out. 0 before the delivery, and without a
-- courier.
-- Raises: nothing.
create or replace function staff.parcels_held_amount(parcel app.parcels) returns numeric
language sql stable
set search_path = ''
begin atomic
  select case when parcel.courier_id is null then 0.00 else internal.held_amount(parcel.id) end;
end;
grant execute on function staff.parcels_held_amount(app.parcels) to haat_staff;
