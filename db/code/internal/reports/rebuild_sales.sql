--! owner: haat_gatekeeper
-- Computes the sales_days, product_sales and order_counts of a store again from its orders, order_items and payments.
-- Takes: the store.
--
-- When a store moves to another time zone, and by hand, as a superuser, when ledger.check_sales_rollups or
-- ledger.check_order_counts has rows. It waits for the bookings that have begun, and new ones wait for it.
create or replace function internal.rebuild_sales(store_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
set work_mem = '128MB'
set jit = off
as $$
declare
  v_store app.stores;
begin
  perform pg_advisory_xact_lock(hashtextextended('fold sales', 0));
  perform pg_advisory_xact_lock(hashtextextended('sales ' || rebuild_sales.store_id::text, 0));
  select * into v_store from app.stores t where t.id = rebuild_sales.store_id;
  delete from app.sales_changes c where c.store_id = v_store.id;
  perform internal.rebuild_sales_days(v_store);
  perform internal.rebuild_product_sales(v_store);
  perform internal.rebuild_order_counts(v_store);
  -- Cached answers hold the old calendar.
  delete from app.report_cache c where c.store_id = v_store.id;
end
$$;
grant execute on function internal.rebuild_sales(uuid) to haat_owner;
