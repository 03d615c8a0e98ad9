-- Refuses work on a parcel whose courier reports pickups and has not reported this one.
-- Takes: the locked parcel.
-- Raises: HT101 (parcel_id).
--
-- A delivered parcel passes: the status route may have recorded the delivery without a pickup.
create or replace function internal.refuse_unpicked_parcel(checked app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if checked.picked_up_at is null
    and checked.delivered_at is null
    and exists (select from app.couriers c where c.id = checked.courier_id and c.reports_pickups)
  then
    perform internal.field_error('HT101', 'parcel_id', 'was not picked up, as far as its courier has reported');
  end if;
end
$$;
