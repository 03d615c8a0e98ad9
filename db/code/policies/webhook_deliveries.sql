call internal.install_fence('app.webhook_deliveries', 'store');
grant select on app.webhook_deliveries to haat_staff, haat_dba;
grant select, insert, update, delete on app.webhook_deliveries to haat_gatekeeper;
