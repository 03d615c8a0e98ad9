-- Refuses a transaction id that a settled payment of the store already has; the error names its order.
-- Takes: a store, a transaction id (or null), and whether a payment that is only planned has it.
-- Raises: HT101.
-- see: guides/orders#the-money
create or replace function internal.refuse_known_transaction(store_id uuid, transaction_id text,
  is_taken boolean default false) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_number text;
begin
  select o.number into v_number
    from app.payments p join app.orders o on o.id = p.order_id
    where p.store_id = refuse_known_transaction.store_id and p.transaction_id = refuse_known_transaction.transaction_id
      and p.status = 'settled' and p.kind = 'payment';
  if v_number is not null then
    perform internal.fail('HT101', 'transactionKnown',
      jsonb_build_object('transaction', transaction_id, 'order', v_number),
      fields => '{"transactionId": ["duplicate_transaction_id"]}');
  elsif is_taken then
    perform internal.fail('HT101', 'transactionPlanned', jsonb_build_object('transaction', transaction_id),
      fields => '{"transactionId": ["duplicate_transaction_id"]}');
  end if;
end
$$;
