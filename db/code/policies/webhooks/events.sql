-- It repeats what was sent: customers' data too.
call internal.install_fence('app.events', 'store', '(select internal.is_permitted(''developer.manage''))');
grant select on app.events to haat_api, haat_staff, haat_dba;
grant select, delete on app.events to haat_gatekeeper;
