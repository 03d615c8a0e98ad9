-- Refuses a new order whose total is too large.
-- Takes: the total, in the store's currency.
-- Raises: HT008.
create or replace function internal.check_order_total(total numeric) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if total > internal.money_limit() then
    perform internal.field_error('HT008', 'items', format('the order''s total is above %s', internal.money_limit()));
  end if;
end
$$;
