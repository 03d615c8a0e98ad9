call internal.install_fence('app.stock_transfers', 'company');
grant select on app.stock_transfers to haat_staff, haat_dba;
grant select on app.stock_transfers to haat_gatekeeper;
