call internal.install_fence('app.purchases', 'company');
grant select on app.purchases to haat_staff, haat_dba;
