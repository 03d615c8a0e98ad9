call internal.install_fence('app.order_items', 'store');
-- unit_cost is not the API's to read; staff's: internal.readable_order_items.
call internal.grant_all_but('app.order_items', '{unit_cost}', 'haat_api', 'haat_staff');
grant select on app.order_items to haat_dba;
-- The gatekeeper computes the sales of a store again (internal.rebuild_sales), and compares rows with the journal.
grant select on app.order_items to haat_gatekeeper;
