call internal.install_fence('app.variant_options', 'store');
grant select on app.variant_options to haat_api, haat_staff, haat_dba;
