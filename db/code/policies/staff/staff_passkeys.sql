call internal.install_fence('app.staff_passkeys', 'company');
grant select on app.staff_passkeys to haat_dba;
grant select, update on app.staff_passkeys to haat_gatekeeper;
