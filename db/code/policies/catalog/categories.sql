call internal.install_fence('app.categories', 'store');
grant select on app.categories to haat_api, haat_staff, haat_dba;
