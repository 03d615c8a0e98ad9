-- Gives the groups of orders, alike in status, what came of the last call and number of calls, that fit a list's
-- filters.
-- Takes: the input of the order list and the stores.
-- see: reference/orders#list_orders
--
-- They lie together in one index, orders_calls_idx, by time. It is entered once a group. Ten calls and more are one.
create or replace function internal.called_order_groups(input jsonb, store_ids uuid[])
  returns table (store_id uuid, status text, outcome text, calls integer)
language sql stable rows 30
set search_path = ''
begin atomic
  with recursive asked as (
    -- '': all. The statuses of a stage do not lie side by side.
    select x.status from app.order_statuses x
    where x.stage = called_order_groups.input ->> 'stage'
      and x.status = coalesce(called_order_groups.input ->> 'status', x.status)
    union all
    select coalesce(called_order_groups.input ->> 'status', '') where called_order_groups.input ->> 'stage' is null
  ), groups as (
    select t.*, w.status as asked
    from unnest(called_order_groups.store_ids) s (id)
    cross join asked w
    cross join lateral (
      select o.store_id, o.status, o.last_call_outcome as outcome, least(o.call_count, 10) as calls
      from app.orders o
      where o.store_id = s.id and o.status >= w.status and o.last_call_outcome is not null
      order by o.status, o.last_call_outcome, least(o.call_count, 10) limit 1) t
    where w.status in ('', t.status)
    union all
    select t.*, g.asked
    from groups g
    cross join lateral (
      select o.store_id, o.status, o.last_call_outcome, least(o.call_count, 10)
      from app.orders o
      where o.store_id = g.store_id and o.last_call_outcome is not null
        and (o.status, o.last_call_outcome, least(o.call_count, 10)) > (g.status, g.outcome, g.calls)
      order by o.status, o.last_call_outcome, least(o.call_count, 10) limit 1) t
    where g.asked in ('', t.status)
  )
  select g.store_id, g.status, g.outcome, g.calls
  from groups g
  where g.outcome = coalesce(called_order_groups.input ->> 'last_call_outcome', g.outcome)
    and g.calls >= coalesce((called_order_groups.input ->> 'min_calls')::integer, 1);
end;
grant execute on function internal.called_order_groups(jsonb, uuid[]) to haat_gatekeeper;
