call internal.install_fence('app.events', 'store');
grant select on app.events to haat_staff, haat_dba;
grant select, delete on app.events to haat_gatekeeper;
