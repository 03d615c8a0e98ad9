-- Prices the lines of a new order: what is sold, at what price.
-- Takes: a store and lines as internal.find_lines takes them.
-- Gives: the lines as the order will keep them, in the same order.
-- Raises: HT101 naming the first line whose variant does not exist or is not for sale.
-- see: guides/first-order#3-create-the-order
create or replace function internal.price_lines(store_id uuid, items jsonb) returns internal.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_lines constant internal.priced_line[] := internal.find_lines(price_lines.store_id, items);
  v_line internal.priced_line;
begin
  foreach v_line in array v_lines loop
    perform internal.refuse_unsellable(v_line, items -> v_line.line, format('items.%s.', v_line.line));
  end loop;
  return v_lines;
end
$$;
