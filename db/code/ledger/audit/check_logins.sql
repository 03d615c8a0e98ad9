-- No role of ours has other settings than those that the migration gives it, and no setting of the database switches
-- triggers off, moves the clock of the business or hides damaged pages.
--
-- A login may change its own (internal.find_changed_settings); the others only an administrator. What administrators
-- set for the whole database is theirs, but for those few. The length of parameters in the log is for a superuser.
create or replace view ledger.check_logins with (security_invoker = true) as
select null::uuid as company_id, null::uuid as store_id, s.object, s.found, s.remedy as expected
from internal.find_changed_settings() s
union all
select null, null, format('setting %s of %s', n.name, coalesce(r.rolname, 'the database')), 'is ' || n.value,
  format('alter %s reset %s', case when r.rolname is null then 'database ' || quote_ident(current_database())
    else concat('role ', quote_ident(r.rolname), ' in database ' || quote_ident(d.datname)) end, n.name)
from pg_catalog.pg_db_role_setting s
left join pg_catalog.pg_roles r on r.oid = s.setrole
left join pg_catalog.pg_database d on d.oid = s.setdatabase
cross join unnest(s.setconfig) as c (setting)
cross join lateral (
  select split_part(c.setting, '=', 1) as name, substr(c.setting, position('=' in c.setting) + 1) as value
) n
where (s.setdatabase = 0 or d.datname = current_database())
  and case
    when s.setrole = 0 then n.name in ('session_replication_role', 'zero_damaged_pages', 'ignore_checksum_failure',
      'ignore_system_indexes', 'row_security') or n.name like 'haat.%'
    when r.rolname like 'haat\_%' then n.name not like '%log_parameter_max_length'
      and not exists (select from internal.login_settings() l where l.login = r.rolname and l.name = n.name)
      and not exists (select from internal.find_changed_settings() f
        where f.object = format('setting %s of %s', n.name, r.rolname))
    else false end;
call internal.install_check('ledger.check_logins');
