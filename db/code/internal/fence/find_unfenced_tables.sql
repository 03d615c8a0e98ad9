-- Gives the tables of schema app whose row-level security, policies or owner leave a gap, one row a problem.
-- design: The fence
create or replace function internal.find_unfenced_tables() returns table (object text, problem text)
language sql stable rows 1
begin atomic
  with tables as (
    select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity,
      pg_catalog.pg_get_userbyid(c.relowner) as owner,
      internal.has_column(c.oid, 'company_id') as has_company,
      internal.has_column(c.oid, 'store_id') as has_store,
      -- The tables that all tenants share, by name: a new one needs a reason here.
      c.relname in ('plans', 'order_transitions', 'order_statuses') as is_shared
    from pg_catalog.pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
  ), fences as (
    select t.oid, p.polpermissive, p.polcmd,
      pg_catalog.pg_get_expr(p.polqual, p.polrelid) as check_read,
      pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as check_write,
      array(select r.rolname::text from pg_catalog.pg_roles r where r.oid = any (p.polroles)) as roles
    from tables t
    join pg_catalog.pg_policy p on p.polrelid = t.oid and p.polname = 'tenant_fence'
  )
  select 'app.' || t.relname, 'row-level security is not enabled and forced'
  from tables t
  where not (t.relrowsecurity and t.relforcerowsecurity)
  union all
  select 'app.' || t.relname, 'has no restrictive policy tenant_fence for all commands of owner, API and staff'
  from tables t
  where not exists (
    select from fences f
    where f.oid = t.oid and not f.polpermissive and f.polcmd = '*'
      and f.roles @> array['haat_owner', 'haat_api', 'haat_staff'])
  union all
  select 'app.' || t.relname, 'its tenant_fence does not compare the tenant'
  from tables t join fences f on f.oid = t.oid
  where not t.is_shared and (
    (t.relname <> 'companies' and (
      f.check_read not like '%company_id = %current_company_id()%'
      or f.check_write not like '%company_id = %current_company_id()%'))
    or (t.has_store and t.relname <> 'api_keys' and (
      f.check_read not like '%store_id%current_store_ids()%'
      or f.check_write not like '%store_id%current_store_ids()%')))
  union all
  select 'app.' || t.relname, 'has no company_id'
  from tables t
  where not t.has_company and not t.is_shared and t.relname <> 'companies'
  union all
  select 'app.' || t.relname, 'a policy lets in ' || coalesce(r.rolname, 'everyone')
  from tables t
  join pg_catalog.pg_policy p on p.polrelid = t.oid and p.polpermissive
  cross join lateral pg_catalog.unnest(p.polroles) as u (oid)
  left join pg_catalog.pg_roles r on r.oid = u.oid
  where coalesce(r.rolname, 'everyone')
    not in ('haat_owner', 'haat_api', 'haat_staff', 'haat_dba', 'haat_gatekeeper')
  union all
  select 'app.' || t.relname, 'is owned by ' || t.owner
  from tables t
  where t.owner <> 'haat_owner';
end;
grant execute on function internal.find_unfenced_tables() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
