-- Refuses a change of a line that is not of the order, or the removal of one that a return names.
-- Takes: the order, the line as it was found (null: it was not) and whether it is to be removed.
-- Raises: HT101 (order_item_id).
create or replace function internal.require_line_of_order(edited app.orders, order_item_id uuid,
  is_removed boolean default false) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if order_item_id is null then
    perform internal.field_error('HT101', 'order_item_id', 'gone.onOrder');
  elsif is_removed and exists (select from app.return_lines r
    where r.store_id = edited.store_id and r.order_item_id = require_line_of_order.order_item_id) then
    perform internal.field_error('HT101', 'order_item_id', 'lineReturned');
  end if;
end
$$;
