-- Refuses money that a customer pays beside a courier who collects it, or beyond what is due.
-- Takes: the locked order, the amount, and a prefix for field names.
-- Raises: HT101 cod_parcel_active, HT008 (amount).
create or replace function internal.refuse_payment(order_before app.orders, amount numeric,
  field_prefix text default '') returns void
language plpgsql stable
set search_path = ''
as $$
begin
  -- While a courier is out to collect cash, money taken elsewhere would be collected twice.
  if exists (select from internal.live_parcel(order_before.id) p where p.cod_amount > 0) then
    perform internal.fail('HT101', 'A courier parcel with cash to collect is out for this order.',
      '{"payment": ["cod_parcel_active"]}');
  end if;
  if amount > order_before.due_amount then
    perform internal.field_error('HT008', field_prefix || 'amount',
      format('must be at most what is due, %s', order_before.due_amount));
  end if;
end
$$;
