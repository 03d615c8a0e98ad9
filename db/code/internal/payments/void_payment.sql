-- Voids a payment or refund that was recorded by mistake, with the charges that were recorded with it. The row stays.
-- Void the refunds of a payment before the payment itself.
-- Raises: HT100, HT101.
create or replace function internal.void_payment(payment_id uuid, reason text) returns app.payments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_payment app.payments;
  v_before app.orders;
  v_order app.orders;
  v_came_before numeric;
  v_came numeric;
begin
  v_payment := internal.lock_payment(payment_id);
  select * into v_before from app.orders t where t.id = v_payment.order_id;
  if v_payment.status <> 'settled' then
    perform internal.field_error('HT101', 'payment_id', 'alreadySo', jsonb_build_object('state', v_payment.status));
  end if;
  v_came_before := v_before.received_amount + internal.stated_cash(v_before);
  update app.payments t set status = 'voided', voided_at = internal.now() where t.id = v_payment.id
    returning * into v_payment;
  if v_payment.parcel_id is not null then
    perform internal.reverse_charges(array(
      select c.id from app.courier_charges c where c.store_id = v_payment.store_id and c.payment_id = v_payment.id),
      btrim(reason));
    perform internal.book_payouts(v_payment.parcel_id);
  end if;
  v_order := internal.recompute_order(v_payment.order_id);
  -- Of a payout that is voided the courier holds the cash again, if it stated it. What came after the refunds is not
  -- what they gave back.
  v_came := v_order.received_amount + internal.stated_cash(v_order);
  if v_came < v_came_before and v_came < v_order.refunded_amount and exists (
    select from app.payments p where p.store_id = v_order.store_id and p.order_id = v_order.id and p.kind = 'refund'
      and p.status = 'settled' and p.id > v_payment.id)
  then
    perform internal.field_error('HT101', 'payment_id', 'voidRefunded');
  end if;
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id,
    'payment_voided', null, null, btrim(reason),
    jsonb_build_object('payment_id', v_payment.id, 'kind', v_payment.kind, 'amount', v_payment.amount::text));
  perform internal.publish_payment(v_payment.id, 'payment.voided');
  perform internal.publish_order(v_before);
  return v_payment;
end
$$;
