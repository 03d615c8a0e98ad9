call internal.install_fence('app.video_starts', 'store');
grant select on app.video_starts to haat_dba;
grant select, delete on app.video_starts to haat_gatekeeper;
