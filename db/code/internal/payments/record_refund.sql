-- Records money given back to the customer: at most what was paid, also to the courier, and with payment_id at most
-- the rest of that payment. Without payment_method_id it goes back by the method of the payment.
-- Raises: HT100, HT101, HT008, HT104.
--
-- Refusals in order: order (404), payment (409), method (409), amount (422), transaction id missing (400).
create or replace function internal.record_refund(order_id uuid, amount numeric, payment_method_id uuid default null,
  transaction_id text default null, note text default null, payment_id uuid default null,
  source text default 'staff') returns app.payments
language plpgsql volatile
set search_path = ''
as $$
declare
  v_before app.orders;
  v_order app.orders;
  v_payment app.payments;
  v_method app.payment_methods;
  v_refund app.payments;
  v_max_amount numeric;
  v_transaction_id constant text := nullif(btrim(record_refund.transaction_id), '');
begin
  v_before := internal.lock_order(order_id);
  -- The money goes back the way it came unless another way is named.
  select * into v_payment from app.payments p
    where p.store_id = v_before.store_id and p.order_id = v_before.id and p.kind = 'payment' and p.status = 'settled'
      and (record_refund.payment_id is null or p.id = record_refund.payment_id)
    order by p.created_at desc, p.id desc limit 1;
  if payment_id is not null and v_payment.id is null then
    perform internal.field_error('HT101', 'payment_id', 'refundPayment');
  end if;
  select * into v_method from app.payment_methods t
    where t.store_id = v_before.store_id
      and t.id = coalesce(record_refund.payment_method_id, v_payment.payment_method_id)
      and (record_refund.payment_method_id is null or t.status = 'active');
  if v_method.id is null and payment_method_id is not null then
    perform internal.field_error('HT101', 'payment_method_id', 'methodGone');
  end if;
  v_max_amount := internal.refundable_amount(v_before);
  if payment_id is not null then
    v_max_amount := least(v_max_amount, v_payment.amount - (select coalesce(sum(p.amount), 0) from app.payments p
      where p.store_id = v_before.store_id and p.order_id = v_before.id and p.refunds_payment_id = v_payment.id
        and p.status = 'settled'));
  end if;
  perform internal.refuse_refund(amount, v_max_amount);
  if v_method.id is null then
    perform internal.field_error('HT008', 'payment_method_id', 'refundMethod');
  end if;
  if v_method.requires_transaction_id and v_transaction_id is null then
    perform internal.fail('HT104', 'transactionNeeded.refund', jsonb_build_object('method', v_method.name),
      fields => '{"transactionId": ["transaction_id_required"]}');
  end if;
  insert into app.payments (company_id, store_id, order_id, kind, status, amount, payment_method_id, transaction_id,
    source, refunds_payment_id, is_after_delivery, note, received_at, settled_at)
  values (v_before.company_id, v_before.store_id, v_before.id, 'refund', 'settled', amount, v_method.id,
    v_transaction_id, record_refund.source, record_refund.payment_id, v_before.delivered_at is not null,
    record_refund.note, internal.now(), internal.now())
  returning * into v_refund;
  v_order := internal.recompute_order(v_before.id);
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id,
    'payment_refunded', null, null, record_refund.note,
    jsonb_build_object('payment_id', v_refund.id, 'amount', v_refund.amount::text, 'payment_method', v_method.name,
      'transaction_id', v_transaction_id));
  perform internal.publish_payment(v_refund.id, 'payment.refunded');
  perform internal.publish_order(v_before);
  return v_refund;
end
$$;
