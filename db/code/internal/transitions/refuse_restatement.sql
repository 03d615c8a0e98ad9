-- Refuses to state anew what was collected of a parcel once its cash went on, or before the delivery.
-- Takes: the parcel, as it is under its lock.
-- Raises: HT101 (parcel).
create or replace function internal.refuse_restatement(parcel app.parcels) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if parcel.delivered_at is null then
    perform internal.field_error('HT101', 'parcel_id', 'notDelivered');
  elsif parcel.paid_out_amount > 0 then
    perform internal.field_error('HT101', 'parcel_id', 'voidPayoutFirst');
  elsif parcel.written_off_amount > 0 then
    perform internal.field_error('HT101', 'parcel_id', 'writtenOff');
  end if;
end
$$;
