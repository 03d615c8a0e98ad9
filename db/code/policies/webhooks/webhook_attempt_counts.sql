call internal.install_fence('app.webhook_attempt_counts', 'store');
grant select on app.webhook_attempt_counts to haat_dba;
grant select, insert, update, delete on app.webhook_attempt_counts to haat_gatekeeper;
