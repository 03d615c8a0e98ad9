-- Refuses a payout of cash that the courier of a parcel does not hold.
-- Takes: the parcel, and what its courier holds of its cash (internal.held_amount).
-- Raises: HT101 (parcel).
create or replace function internal.refuse_payout(parcel app.parcels, held_amount numeric) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if parcel.delivered_at is null or refuse_payout.held_amount = 0 then
    perform internal.field_error('HT101', 'parcel_id', case
      when parcel.delivered_at is null then 'is not delivered yet'
      when parcel.payout_at is not null then 'has its payout recorded already'
      else 'has no cash that its courier still holds' end);
  end if;
end
$$;
