-- Refuses money that is to be received later than now.
-- Takes: when it was received, as stated (null: now), and a prefix for field names.
-- Raises: HT008 (received_at).
--
-- A minute is left to clocks that differ from ours.
create or replace function internal.refuse_future_receipt(received_at timestamptz, field_prefix text default '')
  returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if received_at > internal.now() + interval '1 minute' then
    perform internal.field_error('HT008', field_prefix || 'received_at', 'paymentFuture');
  end if;
end
$$;
