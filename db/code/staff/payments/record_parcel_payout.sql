-- Records that the courier paid out the cash of a delivered parcel. amount is at most what the courier holds; if it is
-- not given, all of it. The courier still holds the rest. reference becomes the note of the payment.
-- Needs payments.manage.
-- Raises: HT014, HT100, HT101, HT008.
--
-- Only cash that the courier hands over counts as paid; what it says that it collected does not.
create or replace function staff.record_parcel_payout(parcel_id uuid, amount numeric default null,
  reference text default null, received_at timestamptz default null) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_parcel app.parcels;
  v_payment app.payments;
  v_before app.orders;
  v_method_id uuid;
  v_held numeric;
  v_payment_id uuid;
begin
  perform internal.require_permission('payments.manage');
  v_parcel := internal.lock_parcel(parcel_id);
  select * into v_before from app.orders o where o.id = v_parcel.order_id;
  v_held := internal.held_amount(v_parcel.id);
  perform internal.refuse_payout(v_parcel, v_held);
  select m.id into v_method_id from app.payment_methods m
    where m.store_id = v_parcel.store_id and m.type = 'cod' and m.status = 'active'
    order by m.created_at, m.id limit 1;
  if v_method_id is null then
    perform internal.field_error('HT101', 'parcel_id',
      'is of a store that has no active payment method for cash on delivery');
  end if;
  if amount > v_held then
    perform internal.field_error('HT008', 'amount', format('must be at most the %s that the courier holds', v_held));
  end if;
  v_payment_id := internal.record_payment(v_parcel.order_id, v_method_id,
    coalesce(record_parcel_payout.amount, v_held), null, record_parcel_payout.reference,
    record_parcel_payout.received_at, 'courier', v_parcel.id);
  select * into v_payment from app.payments t where t.id = v_payment_id;
  update app.parcels t
    set payout_at = v_payment.settled_at, paid_out_amount = t.paid_out_amount + v_payment.amount
    where t.id = v_parcel.id;
  perform internal.publish_payment(v_payment.id, 'payment.recorded');
  perform internal.publish_order(v_before);
  perform internal.log_order_work('parcel.paid_out', 'parcel', v_parcel.id, v_before);
  return v_payment;
end
$$;
grant execute on function staff.record_parcel_payout(uuid, numeric, text, timestamptz) to haat_staff;
