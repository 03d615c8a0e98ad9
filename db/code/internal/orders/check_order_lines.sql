-- Refuses order lines that staff send in a wrong form, or that are not lines of the order.
-- Takes: an order, lines [{order_item_id, quantity, condition?: sellable | damaged}] and the name of the argument.
-- Raises: HT008 naming the first line that is wrong.
--
-- Unknown fields are refused too: a misspelt condition would put damaged goods back on the shelf.
create or replace function internal.check_order_lines(order_id uuid, lines jsonb, field text) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  v_bad record;
begin
  if jsonb_typeof(lines) <> 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform internal.field_error('HT008', field, 'badLine.list');
  end if;
  select c.line, c.problem
    into v_bad
    from (
      select
        w.n - 1 as line,
        case
          when jsonb_typeof(w.entry) <> 'object'
            then 'badLine.object'
          when w.entry - '{order_item_id,quantity,condition}'::text[] <> '{}'
            then 'badLine.keys'
          when i.id is null
            then 'badLine.itemOfOrder'
          when not coalesce(w.entry ->> 'quantity' ~ '^[0-9]{1,7}$', false)
            then 'badLine.wholeQuantity'
          when coalesce(w.entry ->> 'condition', 'sellable') not in ('sellable', 'damaged')
            then 'badLine.condition'
        end as problem
      from jsonb_array_elements(lines) with ordinality as w (entry, n)
      left join app.order_items i
        on i.order_id = check_order_lines.order_id and i.id::text = lower(w.entry ->> 'order_item_id')
    ) c
    where c.problem is not null
    order by c.line
    limit 1;
  if v_bad.problem is not null then
    perform internal.field_error('HT008', format('%s.%s', field, v_bad.line), v_bad.problem);
  end if;
end
$$;
