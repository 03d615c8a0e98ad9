-- Records that the courier paid out the cash of a delivered parcel. charged_amount is what it kept of that cash for
-- its services. Both together are at most what it holds (parcels.held_amount); if amount is not given, it is the rest
-- of it. The courier still holds what is left. reference becomes the note of the payment. Needs payments.manage.
-- Raises: HT014, HT100, HT101, HT008.
--
-- Only cash that the courier hands over counts as paid; what it says that it collected does not.
create or replace function staff.record_parcel_payout(parcel_id uuid, amount numeric default null,
  reference text default null, received_at timestamptz default null, charged_amount numeric default 0)
  returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_payout_id uuid;
  v_payment app.payments;
begin
  perform internal.require_permission('payments.manage');
  v_parcel := internal.lock_parcel(parcel_id);
  v_payout_id := internal.create_payout(v_parcel.store_id, v_parcel.courier_id, reference, received_at);
  v_payment := internal.record_parcel_payout(parcel_id, amount, reference, received_at, charged_amount, v_payout_id);
  if v_payment.charged_amount > 0 then
    perform internal.add_charges(v_payout_id, jsonb_build_array(jsonb_build_object(
      'parcel_id', v_parcel.id, 'payment_id', v_payment.id, 'amount', v_payment.charged_amount,
      'agreed_amount', (
        select c.agreed_amount
        from internal.due_charges(internal.find_rates(v_parcel.courier_id), v_parcel,
          v_payment.amount + v_payment.charged_amount) d
        cross join lateral internal.line_charges(jsonb_build_object('other', v_payment.charged_amount), d.agreed,
          false) c))));
  end if;
  perform internal.end_payout(v_payout_id);
  return v_payment;
end
$$;
grant execute on function staff.record_parcel_payout(uuid, numeric, text, timestamptz, numeric) to haat_staff;
