-- Staff see a job once all its lines have arrived.
call internal.install_fence('app.jobs', 'store',
  'status <> ''receiving'' and (select internal.is_permitted(''developer.manage''))');
grant select on app.jobs to haat_api, haat_staff, haat_dba;
grant select, update, delete on app.jobs to haat_gatekeeper;
