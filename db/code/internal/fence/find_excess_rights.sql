-- Gives the roles that may do more than they need, one row a problem.
-- design: The fence
create or replace function internal.find_excess_rights() returns table (object text, problem text)
language sql stable rows 1
begin atomic
  with tables as (
    select c.oid, c.relname
    from pg_catalog.pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
  ), secrets (role, columns) as (
    values
      ('haat_api', '{key_hash,token_hash,password_hash,sealed_seed,seed_hash,recovery_code_hashes,place_hash,'
        'average_cost,unit_cost,average_cost_after,secret}'::name[]),
      ('haat_staff', '{key_hash,token_hash,password_hash,sealed_seed,seed_hash,recovery_code_hashes,place_hash,'
        'secret,previous_secret}')
  )
  select r.rolname, 'may bypass the fence (superuser, bypassrls or createrole)'
  from pg_catalog.pg_roles r
  where r.rolname like 'haat\_%' and (r.rolsuper or r.rolbypassrls or r.rolcreaterole)
  union all
  select r.rolname, 'may log in'
  from pg_catalog.pg_roles r
  where r.rolname in ('haat_owner', 'haat_gatekeeper', 'haat_api', 'haat_staff', 'haat_anonymous') and r.rolcanlogin
  union all
  select r.rolname, 'may write app.' || t.relname
  from tables t cross join pg_catalog.pg_roles r
  where r.rolname in ('haat_api', 'haat_gateway', 'haat_staff', 'haat_anonymous', 'haat_staff_gateway', 'haat_worker',
      'haat_dba')
    and pg_catalog.has_table_privilege(r.oid, t.oid, 'insert, update, delete, truncate')
  union all
  select r.rolname, 'may read app.' || t.relname
  from tables t cross join pg_catalog.pg_roles r
  where r.rolname in ('haat_gateway', 'haat_staff_gateway', 'haat_anonymous')
    and pg_catalog.has_any_column_privilege(r.oid, t.oid, 'select')
  union all
  select s.role, 'may read the secret app.' || t.relname || '.' || a.attname
  from secrets s cross join tables t
  join pg_catalog.pg_attribute a on a.attrelid = t.oid and not a.attisdropped and a.attname = any (s.columns)
  where pg_catalog.has_column_privilege(s.role::name, t.oid, a.attnum, 'select')
  union all
  select 'haat_anonymous', 'may run ' || p.oid::regprocedure
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('internal', 'gate', 'api', 'staff', 'ledger')
    and p.proname <> all (array['sign_in', 'begin_passkey_sign_in', 'sign_in_with_passkey'])
    and pg_catalog.has_function_privilege('haat_anonymous', p.oid, 'execute')
  union all
  select * from internal.find_open_database()
  union all
  select current_user::text, 'the API must not run as a superuser'
  from pg_catalog.pg_roles r
  where r.rolname = current_user and (r.rolsuper or r.rolbypassrls);
end;
grant execute on function internal.find_excess_rights() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
