call internal.install_fence('app.time_jumps', 'store');
grant select on app.time_jumps to haat_staff, haat_dba, haat_gatekeeper;
