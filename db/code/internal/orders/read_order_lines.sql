-- Adds up the units of the lines of an order that are sent.
-- Takes: an order, lines [{order_item_id, quantity, condition?: sellable | damaged}] and the name of their field.
-- Gives: for each line of the order that is named, its units and how many of them are damaged. No rows for null.
-- Raises: HT008 naming the first line that is not one of the order.
create or replace function internal.read_order_lines(order_id uuid, lines jsonb, field text)
  returns table (order_item_id uuid, quantity integer, damaged_quantity integer)
language plpgsql stable rows 3
set search_path = ''
as $$
declare
  v_foreign bigint;
begin
  select min(w.n) - 1 into v_foreign
    from jsonb_array_elements(lines) with ordinality as w (entry, n)
    where not exists (select from app.order_items i where i.order_id = read_order_lines.order_id
      and i.id = (w.entry ->> 'order_item_id')::uuid);
  if v_foreign is not null then
    perform internal.field_error('HT008', format('%s.%s', field, v_foreign), 'badLine.itemOfOrder');
  end if;
  return query
  select w.order_item_id, sum(w.quantity)::integer,
    coalesce(sum(w.quantity) filter (where w.condition = 'damaged'), 0)::integer
  from jsonb_to_recordset(lines) as w (order_item_id uuid, quantity integer, condition staff.goods_condition)
  group by w.order_item_id;
end
$$;
