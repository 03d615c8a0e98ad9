-- Strikes out a payment or refund that was recorded by mistake; the row stays.
-- A payment that refunds were given from cannot be voided before they are.
-- Needs payments.manage.
-- Raises: HT014, HT100, HT008, HT101.
create or replace function staff.void_payment(payment_id uuid, reason text) returns app.payments
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  y app.payments;
  v_before app.orders;
  o app.orders;
begin
  perform internal.require_permission('payments.manage');
  select * into y from app.payments t where t.id = void_payment.payment_id;
  if y.id is null then
    perform internal.fail('HT100', 'No such payment.');
  end if;
  v_before := internal.lock_order(y.order_id);
  select * into y from app.payments t where t.id = void_payment.payment_id for update;
  if nullif(btrim(reason), '') is null then
    perform internal.field_error('HT008', 'reason', 'is required');
  end if;
  if y.status <> 'settled' then
    perform internal.field_error('HT101', 'payment', y.status);
  end if;
  if y.kind = 'payment' and v_before.received_amount - y.amount < v_before.refunded_amount then
    perform internal.field_error('HT101', 'payment', 'was refunded: void the refund first');
  end if;
  update app.payments t set status = 'voided', voided_at = internal.now() where t.id = y.id returning * into y;
  update app.parcels t set payout_at = (select max(p.settled_at) from app.payments p
      where p.store_id = t.store_id and p.parcel_id = t.id and p.kind = 'payment' and p.status = 'settled')
    where t.store_id = y.store_id and t.id = y.parcel_id;
  o := internal.recompute_order_money(y.order_id);
  perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'payment_voided', null, null, btrim(reason),
    jsonb_build_object('payment_id', y.id, 'kind', y.kind, 'amount', y.amount::text));
  perform internal.log_activity(o.store_id, 'payment.voided', 'payment', y.id,
    jsonb_build_object('paid_amount', v_before.paid_amount::text),
    jsonb_build_object('paid_amount', o.paid_amount::text, 'amount', y.amount::text, 'reason', btrim(reason)));
  perform internal.publish_payment(y.id, 'payment.voided');
  perform internal.publish_order(v_before);
  return y;
end
$$;
grant execute on function staff.void_payment(uuid, text) to haat_staff;
