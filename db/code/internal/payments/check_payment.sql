-- Refuses a payment of an order.
-- Takes: the locked order, the method (all null: there is no such), the amount in the store's currency, the gateway's
-- transaction id, when the money came (null: now), source (api, staff, courier), a prefix for field names, and whether
-- a payment that is only planned has this transaction id.
-- Raises: HT101, HT104, HT008.
-- see: guides/orders#the-money
--
-- Refusals in order: time in the future or before the order (422), method (409), transaction id missing (400),
-- transaction id known (409), COD parcel out (409), more than is due (422), held by the courier (409). A repeated
-- payment is told that it is one before it is told that nothing more is due.
create or replace function internal.check_payment(paid_order app.orders, method app.payment_methods, amount numeric,
  transaction_id text, received_at timestamptz, source text, field_prefix text default '',
  is_taken boolean default false) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  perform internal.refuse_future_receipt(received_at, field_prefix);
  -- A minute is left to clocks that differ from ours.
  if received_at < date_trunc('milliseconds', paid_order.created_at) - interval '1 minute' then
    perform internal.field_error('HT008', field_prefix || 'received_at', 'paymentBeforeOrder');
  end if;
  if method.id is null or method.status <> 'active' then
    perform internal.field_error('HT101', field_prefix || 'payment_method_id', 'methodGone');
  end if;
  -- A courier's payout has the courier's own reference.
  if method.requires_transaction_id and transaction_id is null and source <> 'courier' then
    perform internal.fail('HT104', 'transactionNeeded', jsonb_build_object('method', method.name),
      fields => '{"transactionId": ["transaction_id_required"]}');
  end if;
  perform internal.refuse_known_transaction(paid_order.store_id, transaction_id, is_taken);
  -- What a courier pays out it has collected: that cash is in the till even when goods came back meanwhile and less is
  -- due.
  if source <> 'courier' then
    perform internal.refuse_payment(paid_order, amount, field_prefix);
  end if;
end
$$;
