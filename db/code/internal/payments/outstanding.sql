-- Counts the orders that still owe money, and sums what they owe.
-- Takes: a store (null for all in reach) and where cash can stand (order_statuses.cash_state).
-- Gives: the number of orders and the amount.
create or replace function internal.outstanding(store_id uuid, cash_state text) returns staff.outstanding
language sql stable
set search_path = ''
begin atomic
  select count(*)::integer, coalesce(sum(t.due_amount), 0)::numeric(14, 2)
  from app.orders t
  -- As an array that is read once, so that the index by status is walked.
  where t.status = any (array(select s.status from app.order_statuses s where s.cash_state = outstanding.cash_state))
    and t.due_amount > 0
    and t.store_id = any ((select internal.stores_in_reach(outstanding.store_id))::uuid[]);
end;
grant execute on function internal.outstanding(uuid, text) to haat_staff;
