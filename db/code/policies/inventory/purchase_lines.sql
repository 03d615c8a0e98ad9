call internal.install_fence('app.purchase_lines', 'store');
grant select on app.purchase_lines to haat_staff, haat_dba;
