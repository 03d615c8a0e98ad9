-- Records that the courier paid out the cash of a delivered parcel. charged_amount is what it kept of that cash for
-- its services. Both together are at most what it holds (parcels.held_amount); if amount is not given, it is the rest
-- of it. The courier still holds what is left. reference becomes the note of the payment.
-- Raises: HT100, HT101, HT008.
--
-- Only cash that the courier hands over counts as paid; what it says that it collected does not.
create or replace function internal.record_parcel_payout(parcel_id uuid, amount numeric default null,
  reference text default null, received_at timestamptz default null, charged_amount numeric default 0,
  payout_id uuid default null)
  returns app.payments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_payment app.payments;
  v_before app.orders;
  v_method_id uuid;
  v_charged constant numeric := coalesce(record_parcel_payout.charged_amount, 0);
  v_payment_id uuid;
begin
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  perform internal.refuse_payout(v_parcel);
  if v_charged >= v_parcel.held_amount then
    perform internal.field_error('HT008', 'charged_amount', 'payoutCharge',
      jsonb_build_object('held', v_parcel.held_amount));
  elsif amount + v_charged > v_parcel.held_amount then
    perform internal.field_error('HT008', 'amount', 'payoutTooMuch',
      jsonb_build_object('held', v_parcel.held_amount - v_charged));
  end if;
  select m.id into v_method_id from app.payment_methods m
    where m.store_id = v_parcel.store_id and m.type = 'cod' and m.status = 'active'
    order by m.created_at, m.id limit 1;
  v_payment_id := internal.record_payment(v_parcel.order_id, v_method_id,
    coalesce(record_parcel_payout.amount, v_parcel.held_amount - v_charged), null, record_parcel_payout.reference,
    record_parcel_payout.received_at, 'courier', v_parcel.id, charged_amount => v_charged,
    payout_id => record_parcel_payout.payout_id);
  select * into v_payment from app.payments t where t.id = v_payment_id;
  perform internal.publish_payment(v_payment.id, 'payment.recorded');
  perform internal.publish_order(v_before);
  return v_payment;
end
$$;
