call internal.install_fence('app.order_views', 'company');
-- The gatekeeper takes the baseline of the journal.
grant select on app.order_views to haat_staff, haat_dba, haat_gatekeeper;
