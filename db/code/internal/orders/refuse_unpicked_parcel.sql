-- Takes: a parcel.
-- Raises HT101 parcel_not_picked_up when its courier reports pickups and has not reported this one, unless it was
-- delivered all the same.
--
-- Once the customer has it, its pickup needs no report any more: the status route told the delivery.
create or replace function internal.refuse_unpicked_parcel(p app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if p.picked_up_at is null and p.delivered_at is null and exists (select from app.couriers c where c.id = p.courier_id and c.reports_pickups) then
    perform internal.fail('HT101', 'The courier has not reported picking this parcel up.', '{"parcel": ["parcel_not_picked_up"]}');
  end if;
end
$$;
