-- What a customer spent on a delivered order: its total less what was not kept of it; 0 on any other.
-- Takes: the order's store, id, total and status.
create or replace function internal.spent_amount(store_id uuid, order_id uuid, total_amount numeric, status text)
  returns numeric
language sql stable
begin atomic
  select case when s.stock = 'sold' then spent_amount.total_amount - (
      select coalesce(sum(i.line_total - internal.kept_amount(i.line_total, i.quantity,
        i.delivered_quantity - i.returned_quantity)), 0)
      from app.order_items i where i.store_id = spent_amount.store_id and i.order_id = spent_amount.order_id
    ) else 0 end
  from app.order_statuses s
  where s.status = spent_amount.status;
end;
grant execute on function internal.spent_amount(uuid, uuid, numeric, text) to haat_api, haat_staff;
