-- Counts the orders of some stores by status, without a look at them: what is folded, and what is not yet.
-- Takes: stores.
-- Gives: of each status that has any, how many, what they cost, how many owe something, and how much.
create or replace function internal.order_counts(store_ids uuid[])
  returns table (status text, orders bigint, total_amount numeric, owing_orders bigint, due_amount numeric)
language sql stable rows 12
set search_path = ''
begin atomic
  select x.status, sum(x.orders)::bigint, sum(x.total_amount), sum(x.owing_orders)::bigint, sum(x.due_amount)
  from (
    select t.status, t.orders, t.total_amount, t.owing_orders, t.due_amount
    from app.order_counts t
    where t.company_id = (select internal.current_company_id()) and t.store_id = any (order_counts.store_ids)
    union all
    select t.status, t.orders, t.total_amount, t.owing_orders, t.due_amount
    from app.order_count_changes t
    where t.company_id = (select internal.current_company_id()) and t.store_id = any (order_counts.store_ids)
  ) x
  group by x.status
  having sum(x.orders) > 0;
end;
grant execute on function internal.order_counts(uuid[]) to haat_api, haat_staff, haat_gatekeeper;
