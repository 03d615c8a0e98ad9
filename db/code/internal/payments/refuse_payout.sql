-- Refuses a payout of cash that is not held of a parcel, or that the store has no method to receive by.
-- Takes: the parcel, as it is under its lock.
-- Raises: HT101 (parcel).
create or replace function internal.refuse_payout(parcel app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if parcel.held_amount = 0 then
    perform internal.field_error('HT101', 'parcel_id', case
      when parcel.delivered_at is null then 'notDelivered'
      when parcel.payout_at is not null then 'paidOut'
      else 'nothingHeld' end);
  elsif not exists (select from app.payment_methods m
    where m.store_id = parcel.store_id and m.type = 'cod' and m.status = 'active') then
    perform internal.field_error('HT101', 'parcel_id', 'noCodMethod');
  end if;
end
$$;
