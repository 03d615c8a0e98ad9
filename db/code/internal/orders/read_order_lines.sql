-- Reads the order lines that staff send, and adds up the units of each.
-- Takes: an order, lines [{order_item_id, quantity, condition?: sellable | damaged}] and the name of the argument.
-- Gives: for each line named, its units and how many of them are damaged. No rows for null.
-- Raises: HT008 naming the first line that is wrong.
create or replace function internal.read_order_lines(order_id uuid, lines jsonb, field text)
  returns table (order_item_id uuid, quantity integer, damaged_quantity integer)
language plpgsql stable rows 3
set search_path = ''
as $$
begin
  if lines is null then
    return;
  end if;
  perform internal.check_order_lines(read_order_lines.order_id, lines, field);
  return query
  select
    i.id,
    sum((w.entry ->> 'quantity')::integer)::integer,
    coalesce(sum((w.entry ->> 'quantity')::integer) filter (where w.entry ->> 'condition' = 'damaged'), 0)::integer
  from jsonb_array_elements(lines) as w (entry)
  join app.order_items i
    on i.order_id = read_order_lines.order_id and i.id::text = lower(w.entry ->> 'order_item_id')
  group by i.id;
end
$$;
