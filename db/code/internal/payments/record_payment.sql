-- Writes a settled payment and recomputes its order. The only way in which money enters an order.
-- Takes: an order, a method, an amount in the store's currency, the gateway's transaction id, note, when the money
-- came (null: now), source (api, staff, courier), of a payout the parcel, what the courier kept for its services and
-- the transfer, and a prefix for field names.
-- Gives: its id.
-- Raises: HT101, HT104, HT008.
-- see: guides/orders#the-money
--
-- Refusals in the order of internal.check_payment.
create or replace function internal.record_payment(order_id uuid, payment_method_id uuid, amount numeric,
  transaction_id text, note text, received_at timestamptz, source text, parcel_id uuid default null,
  field_prefix text default '', charged_amount numeric default 0, payout_id uuid default null) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order app.orders;
  v_method app.payment_methods;
  v_transaction_id constant text := nullif(btrim(record_payment.transaction_id), '');
  v_now constant timestamptz := internal.now();
  v_id uuid;
begin
  select * into v_order from app.orders t where t.id = record_payment.order_id for update;
  select * into v_method from app.payment_methods t
    where t.id = record_payment.payment_method_id and t.store_id = v_order.store_id;
  perform internal.check_payment(v_order, v_method, amount, v_transaction_id, record_payment.received_at, source,
    field_prefix);
  begin
    insert into app.payments (company_id, store_id, order_id, kind, status, amount, payment_method_id, transaction_id,
      source, parcel_id, charged_amount, payout_id, note, received_at, settled_at)
    values (v_order.company_id, v_order.store_id, v_order.id, 'payment', 'settled', amount, v_method.id,
      v_transaction_id, source, record_payment.parcel_id, record_payment.charged_amount,
      record_payment.payout_id, record_payment.note,
      least(record_payment.received_at, v_now), v_now)
    returning id into v_id;
  exception when unique_violation then
    -- Another connection recorded it a moment ago; it is visible now.
    perform internal.refuse_known_transaction(v_order.store_id, v_transaction_id);
  end;
  if record_payment.parcel_id is not null then
    perform internal.book_payouts(record_payment.parcel_id);
  end if;
  perform internal.recompute_order(v_order.id);
  perform internal.add_to_timeline(v_order.company_id, v_order.store_id, v_order.id,
    'payment_recorded', null, null, record_payment.note,
    jsonb_build_object('payment_id', v_id, 'amount', amount::numeric(12, 2)::text, 'payment_method', v_method.name,
      'transaction_id', v_transaction_id));
  return v_id;
end
$$;
