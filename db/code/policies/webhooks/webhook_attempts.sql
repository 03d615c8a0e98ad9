call internal.install_fence('app.webhook_attempts', 'store');
grant select on app.webhook_attempts to haat_staff, haat_dba;
grant select, insert, delete on app.webhook_attempts to haat_gatekeeper;
