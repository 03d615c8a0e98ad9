-- How many parcels a payout is about: those whose cash it brought, and those that were only charged. Who may not see
-- charges counts the former.
-- Raises: nothing.
create or replace function staff.payouts_parcel_count(payout app.payouts) returns integer
language sql stable
set search_path = ''
begin atomic
  select count(*)::integer from (
    select p.parcel_id from app.payments p where p.store_id = payout.store_id and p.payout_id = payout.id
    union
    select c.parcel_id from app.courier_charges c
    where c.store_id = payout.store_id and c.payout_id = payout.id and c.parcel_id is not null
  ) a;
end;
grant execute on function staff.payouts_parcel_count(app.payouts) to haat_staff;
