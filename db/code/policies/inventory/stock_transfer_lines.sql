call internal.install_fence('app.stock_transfer_lines', 'store');
grant select on app.stock_transfer_lines to haat_staff, haat_dba;
grant select on app.stock_transfer_lines to haat_gatekeeper;
