call internal.install_fence('app.video_parts', 'store');
grant select on app.video_parts to haat_dba, haat_gatekeeper;
