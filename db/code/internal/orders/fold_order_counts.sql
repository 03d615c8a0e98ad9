--! owner: haat_gatekeeper
-- Adds rows of order_count_changes to order_counts, and gives how many. A timer; may be run twice.
-- Takes: how many rows at most.
--
-- As internal.fold_sales_changes: what is folded leaves the queue in the same statement, and one fold works at a time.
create or replace function internal.fold_order_counts(batch integer default 50000) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold order counts', 0)) then
    return 0;
  end if;
  with taken as (
    delete from app.order_count_changes c
    where c.ctid = any (array(select t.ctid from app.order_count_changes t limit batch))
    returning c.*
  ), counted as (
    insert into app.order_counts as n (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
    select t.company_id, t.store_id, t.status,
      sum(t.orders), sum(t.total_amount), sum(t.owing_orders), sum(t.due_amount)
    from taken t
    group by t.company_id, t.store_id, t.status
    on conflict on constraint order_counts_pkey do update
      set orders = n.orders + excluded.orders,
          total_amount = n.total_amount + excluded.total_amount,
          owing_orders = n.owing_orders + excluded.owing_orders,
          due_amount = n.due_amount + excluded.due_amount
  )
  select count(*) into v_count from taken;
  return v_count;
end
$$;
grant execute on function internal.fold_order_counts(integer) to haat_worker;
