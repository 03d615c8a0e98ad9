call internal.install_fence('app.stock_movements', 'store');
-- Costs are not the API's to read; staff's: internal.readable_stock_movements.
call internal.grant_all_but('app.stock_movements', '{unit_cost,average_cost_after}', 'haat_api', 'haat_staff');
grant select on app.stock_movements to haat_dba;
-- Some leave for an archive (internal.archive_seal).
grant select, delete on app.stock_movements to haat_gatekeeper;
