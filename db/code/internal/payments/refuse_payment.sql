-- Refuses money that a customer pays beside a courier who collects it or holds it, or beyond what is due.
-- Takes: the locked order, the amount, and a prefix for field names.
-- Raises: HT101 cod_parcel_active, HT008 (amount), HT101 (amount: held_by_courier).
--
-- Cash that a courier is only presumed to hold does not block a payment: the customer may have paid the store instead.
create or replace function internal.refuse_payment(order_before app.orders, amount numeric,
  field_prefix text default '') returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_held constant numeric := internal.stated_cash(order_before);
begin
  -- While a courier is out to collect cash, money taken elsewhere would be collected twice.
  if exists (select from internal.live_parcel(order_before.id) p where p.cod_amount > 0) then
    perform internal.fail('HT101', 'paymentCodActive', fields => '{"payment": ["cod_parcel_active"]}');
  end if;
  if amount > order_before.due_amount then
    perform internal.field_error('HT008', field_prefix || 'amount', 'paymentTooMuch',
      jsonb_build_object('due', order_before.due_amount));
  elsif amount > order_before.due_amount - v_held then
    perform internal.fail('HT101', 'paymentHeld',
      jsonb_build_object('held', v_held, 'most', greatest(0.00, order_before.due_amount - v_held)),
      fields => jsonb_build_object(field_prefix || 'amount', jsonb_build_array('held_by_courier')));
  end if;
end
$$;
