call internal.install_fence('app.webhook_gaps', 'store');
grant select on app.webhook_gaps to haat_dba;
grant select, insert, update, delete on app.webhook_gaps to haat_gatekeeper;
