call internal.install_fence('app.staff_places', 'company');
grant select (id, staff_id, company_id, kind, created_at, last_used_at) on app.staff_places to haat_dba;
grant select, insert, update, delete on app.staff_places to haat_gatekeeper;
