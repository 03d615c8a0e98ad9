-- Gives how many units of a line the customer has that no open return asks for.
create or replace function internal.returnable_quantity(item app.order_items) returns bigint
language sql stable
begin atomic
  select item.delivered_quantity - item.returned_quantity - coalesce(sum(e.quantity), 0)
  from app.return_lines e
  join app.returns t on t.store_id = e.store_id and t.id = e.return_id
  where e.store_id = item.store_id and e.order_item_id = item.id and t.status = 'requested';
end;
