-- Gives a line of an order as a change makes it: its quantity, and the price that was agreed anew.
-- Takes: the line and {quantity?, unit_price?, discount_price?}, prices in the store's currency.
-- Raises: HT008 (quantity: the line comes to too much).
-- see: guides/edit-an-order#change-the-items
--
-- As for a new line, a unit price of its own leaves no discount price of before, and a discount price counts only when
-- it is above 0 and below the unit price.
create or replace function internal.change_line(line internal.priced_line, change jsonb) returns internal.priced_line
language plpgsql stable
set search_path = ''
as $$
declare
  v_discount_price constant numeric := change ->> 'discount_price';
begin
  line.quantity := coalesce((change ->> 'quantity')::integer, line.quantity);
  if change ->> 'unit_price' is not null then
    line.unit_price := (change ->> 'unit_price')::numeric;
    line.discount_price := null;
  end if;
  if v_discount_price > 0 and v_discount_price < line.unit_price then
    line.discount_price := v_discount_price;
  end if;
  line.amount := line.quantity * coalesce(line.discount_price, line.unit_price);
  if line.amount > internal.money_limit() then
    perform internal.field_error('HT008', 'quantity', 'orderTooLarge',
      jsonb_build_object('most', internal.money_limit()));
  end if;
  return line;
end
$$;
