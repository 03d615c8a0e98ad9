-- Adds up the priced lines of a new order.
-- Takes: lines as internal.price_lines gives them.
-- Gives: the order's subtotal, in the store's currency.
-- Raises: HT008 naming the first line that is too large.
create or replace function internal.add_up_lines(lines internal.priced_line[]) returns numeric
language plpgsql stable
set search_path = ''
as $$
declare
  v_limit constant numeric := internal.money_limit();
  v_subtotal numeric;
  v_large_line integer;
begin
  select sum(l.amount), min(l.line) filter (where l.amount > v_limit or l.unit_price > v_limit)
    into v_subtotal, v_large_line
    from unnest(lines) l;
  if v_large_line is not null then
    perform internal.field_error('HT008', format('items.%s', v_large_line),
      format('the line''s total is above %s', v_limit));
  end if;
  return v_subtotal;
end
$$;
