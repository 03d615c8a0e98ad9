-- Gives what is wrong with the tenant fence, one row a problem, none when it stands.
-- Run at start by the API.
-- design: The fence
--
-- The start-up check: reads the catalog and says what is wrong with the fence. The service refuses to serve on any row.
create or replace function internal.find_fence_problems() returns table (object text, problem text)
language sql stable
begin atomic
  with tables as (
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, pg_catalog.pg_get_userbyid(c.relowner) as owner,
      exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as has_company,
      exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped) as has_store,
      -- The tables all tenants share, by name: a new one must be argued for here.
      c.relname in ('plans', 'order_moves', 'order_statuses') as is_shared
    from pg_catalog.pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
  ), fences as (
    select t.oid, p.polpermissive, p.polcmd, pg_catalog.pg_get_expr(p.polqual, p.polrelid) as check_read, pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as check_write,
      array(select r.rolname::text from pg_catalog.pg_roles r where r.oid = any (p.polroles)) as roles
    from tables t join pg_catalog.pg_policy p on p.polrelid = t.oid and p.polname = 'tenant_fence'
  )
  select 'app.' || t.relname, 'row-level security is not enabled and forced' from tables t where not (t.relrowsecurity and t.relforcerowsecurity)
  union all
  select 'app.' || t.relname, 'has no restrictive policy tenant_fence for all commands of owner, API and staff'
  from tables t
  where not exists (select from fences f where f.oid = t.oid and not f.polpermissive and f.polcmd = '*' and f.roles @> array['haat_owner', 'haat_api', 'haat_staff'])
  union all
  select 'app.' || t.relname, 'its tenant_fence does not compare the tenant'
  from tables t join fences f on f.oid = t.oid
  where not t.is_shared and (
    (t.relname <> 'companies' and (f.check_read not like '%company_id = %current_company_id()%' or f.check_write not like '%company_id = %current_company_id()%'))
    or (t.has_store and t.relname <> 'api_keys' and (f.check_read not like '%store_id%current_store_ids()%' or f.check_write not like '%store_id%current_store_ids()%')))
  union all
  select 'app.' || t.relname, 'has no company_id' from tables t where not t.has_company and not t.is_shared and t.relname <> 'companies'
  union all
  select 'app.' || t.relname, 'a policy lets in ' || coalesce(r.rolname, 'everyone')
  from tables t join pg_catalog.pg_policy p on p.polrelid = t.oid and p.polpermissive
  cross join lateral pg_catalog.unnest(p.polroles) as u (oid) left join pg_catalog.pg_roles r on r.oid = u.oid
  where coalesce(r.rolname, 'everyone') not in ('haat_owner', 'haat_api', 'haat_staff', 'haat_dba', 'haat_gatekeeper')
  union all
  select 'app.' || t.relname, 'is owned by ' || t.owner from tables t where t.owner <> 'haat_owner'
  union all
  select r.rolname, 'may bypass the fence (superuser, bypassrls or createrole)'
  from pg_catalog.pg_roles r where r.rolname like 'haat\_%' and (r.rolsuper or r.rolbypassrls or r.rolcreaterole)
  union all
  select r.rolname, 'may log in' from pg_catalog.pg_roles r where r.rolname in ('haat_owner', 'haat_gatekeeper', 'haat_api', 'haat_staff', 'haat_anonymous') and r.rolcanlogin
  union all
  select r.rolname, 'may write app.' || t.relname
  from tables t cross join pg_catalog.pg_roles r
  where r.rolname in ('haat_api', 'haat_gateway', 'haat_staff', 'haat_anonymous', 'haat_staff_gateway', 'haat_worker', 'haat_dba')
    and pg_catalog.has_table_privilege(r.oid, t.oid, 'insert, update, delete, truncate')
  union all
  select r.rolname, 'may read app.' || t.relname
  from tables t cross join pg_catalog.pg_roles r
  where r.rolname in ('haat_gateway', 'haat_staff_gateway', 'haat_anonymous') and pg_catalog.has_any_column_privilege(r.oid, t.oid, 'select')
  union all
  select 'haat_api', 'may read the secret app.' || t.relname || '.' || a.attname
  from tables t join pg_catalog.pg_attribute a on a.attrelid = t.oid and not a.attisdropped
  where a.attname in ('key_hash', 'token_hash', 'password_hash', 'average_cost', 'unit_cost', 'average_cost_after', 'secret')
    and pg_catalog.has_column_privilege('haat_api', t.oid, a.attnum, 'select')
  union all
  select 'haat_staff', 'may read the secret app.' || t.relname || '.' || a.attname
  from tables t join pg_catalog.pg_attribute a on a.attrelid = t.oid and not a.attisdropped
  where a.attname in ('key_hash', 'token_hash', 'password_hash', 'secret', 'previous_secret')
    and pg_catalog.has_column_privilege('haat_staff', t.oid, a.attnum, 'select')
  union all
  select 'haat_anonymous', 'may run ' || p.oid::regprocedure
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('internal', 'gate', 'api', 'staff', 'ledger') and p.proname <> 'sign_in' and pg_catalog.has_function_privilege('haat_anonymous', p.oid, 'execute')
  union all
  select current_user::text, 'the API must not run as a superuser' from pg_catalog.pg_roles r where r.rolname = current_user and (r.rolsuper or r.rolbypassrls);
end;
grant execute on function internal.find_fence_problems() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
