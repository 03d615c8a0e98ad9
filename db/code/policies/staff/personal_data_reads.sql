call internal.install_fence('app.personal_data_reads', 'company', '(select internal.is_permitted(''activity.read''))');
grant select on app.personal_data_reads to haat_staff, haat_dba;
-- Rows are written by internal.add_personal_data_read alone.
grant select, insert, update, delete on app.personal_data_reads to haat_gatekeeper;
