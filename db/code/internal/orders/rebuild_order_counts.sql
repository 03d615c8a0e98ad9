-- Computes the order_counts of a store again from its orders: by hand, when ledger.check_order_counts has rows.
-- Takes: the store. Runs as the gatekeeper (internal.rebuild_sales).
--
-- In one statement, so in one snapshot: what it counts and the changes that it takes away are the same orders.
create or replace function internal.rebuild_order_counts(store app.stores) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('fold order counts', 0));
  with taken as (
    delete from app.order_count_changes c where c.company_id = store.company_id and c.store_id = store.id
  )
  insert into app.order_counts as n (company_id, store_id, status, orders, total_amount, owing_orders, due_amount)
  select store.company_id, store.id, s.status, count(o.id), coalesce(sum(o.total_amount), 0),
    count(o.id) filter (where o.due_amount > 0), coalesce(sum(o.due_amount), 0)
  from app.order_statuses s
  left join app.orders o on o.store_id = store.id and o.status = s.status
  group by s.status
  on conflict on constraint order_counts_pkey do update
    set orders = excluded.orders, total_amount = excluded.total_amount,
        owing_orders = excluded.owing_orders, due_amount = excluded.due_amount;
end
$$;
grant execute on function internal.rebuild_order_counts(app.stores) to haat_gatekeeper;
