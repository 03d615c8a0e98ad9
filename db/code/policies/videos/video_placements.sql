call internal.install_fence('app.video_placements', 'store');
grant select on app.video_placements to haat_api, haat_staff, haat_dba;
