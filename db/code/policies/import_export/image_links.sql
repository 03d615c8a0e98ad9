call internal.install_fence('app.image_links', 'store');
grant select on app.image_links to haat_dba;
grant select, update on app.image_links to haat_gatekeeper;
