-- Refuses a refund of more than can be given back.
-- Takes: the amount, and the most that can be given back (internal.refundable_amount).
-- Raises: HT008 (amount).
create or replace function internal.refuse_refund(amount numeric, at_most numeric) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if amount > at_most then
    perform internal.field_error('HT008', 'amount', 'refundTooMuch', jsonb_build_object('most', at_most));
  end if;
end
$$;
