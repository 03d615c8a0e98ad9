call internal.install_fence('app.attributes', 'store');
grant select on app.attributes to haat_api, haat_staff, haat_dba;
