-- Counts the orders that still owe money, and sums what they owe.
-- Takes: a store (null for all in reach) and where cash can stand (order_statuses.cash_state).
-- Gives: the number of orders and the amount.
create or replace function internal.outstanding(store_id uuid, cash_state text) returns staff.outstanding
language sql stable
set search_path = ''
begin atomic
  select coalesce(sum(c.owing_orders), 0)::integer, coalesce(sum(c.due_amount), 0)::numeric(14, 2)
  from internal.order_counts(internal.stores_in_reach(outstanding.store_id)) c
  join app.order_statuses s on s.status = c.status
  where s.cash_state = outstanding.cash_state;
end;
grant execute on function internal.outstanding(uuid, text) to haat_staff;
