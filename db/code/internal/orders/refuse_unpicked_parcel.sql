-- Refuses work on a parcel whose courier reports pickups and has not reported this one.
-- Takes: the locked parcel.
-- Raises: HT101 parcel_not_picked_up.
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
    perform internal.fail('HT101', 'The courier has not reported picking this parcel up.',
      '{"parcel": ["parcel_not_picked_up"]}');
  end if;
end
$$;
