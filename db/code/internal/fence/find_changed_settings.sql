-- Gives the settings of our logins that are not as db/roles.sql made them, and the statement that mends each.
--
-- A login may run "alter role … set" on itself: a thief of its password could take away the limits of every later
-- session, or give it a search path of their own. What only administrators may set, no stolen login has set: it is
-- left out.
create or replace function internal.find_changed_settings() returns table (object text, found text, remedy text)
language sql stable rows 1
begin atomic
  with present as (
    select r.rolname as login, d.datname as database, split_part(c.setting, '=', 1) as name,
      substr(c.setting, position('=' in c.setting) + 1) as value
    from pg_catalog.pg_db_role_setting s
    join pg_catalog.pg_roles r on r.oid = s.setrole
    left join pg_catalog.pg_database d on d.oid = s.setdatabase
    cross join unnest(s.setconfig) as c (setting)
    where r.rolname in ('haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba')
      and (s.setdatabase = 0 or d.datname = current_database())
  )
  select format('setting %s of %s', p.name, p.login), 'is ' || p.value,
    case when l.written is not null and p.database is null
      then format('alter role %I set %I = %s', p.login, p.name, l.written)
      else format('alter role %I%s reset %s', p.login, coalesce(' in database ' || quote_ident(p.database), ''),
        -- Parts that a dot joins are names of their own.
        (select string_agg(quote_ident(n.part), '.' order by n.at)
         from regexp_split_to_table(p.name, '\.') with ordinality as n (part, at))) end
  from present p
  left join internal.login_settings() l on l.login = p.login and l.name = p.name
  where p.value is distinct from l.value
    and case
      when pg_catalog.has_parameter_privilege(p.login, p.name, 'set') then true
      -- Modules have settings that every login may set, auto_explain none; this session has not loaded all modules.
      when p.name like 'auto\_explain.%' then false
      else coalesce((select g.context in ('user', 'backend') from pg_catalog.pg_settings g where g.name = p.name),
        -- Postgres does not show it.
        p.name = 'role' or p.name like '%.%') end
  union all
  select format('setting %s of %s', l.name, l.login), 'is missing',
    format('alter role %I set %I = %s', l.login, l.name, l.written)
  from internal.login_settings() l
  where not exists (
    select from present p where p.database is null and p.login = l.login and p.name = l.name);
end;
grant execute on function internal.find_changed_settings() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
