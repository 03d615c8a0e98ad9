-- Gives the roles of ours that could become another role or make objects of their own, one row a problem.
-- design: The fence
create or replace function internal.find_excess_powers() returns table (object text, problem text)
language sql stable rows 1
begin atomic
  with ours as (
    select r.oid, r.rolname
    from pg_catalog.pg_roles r
    where r.rolname in ('haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba', 'haat_api', 'haat_staff',
      'haat_anonymous')
  )
  select o.rolname, 'may become ' || r.rolname
  from ours o join pg_catalog.pg_roles r on r.oid <> o.oid
  -- Operators may let people look at Postgres itself, as by pg_monitor.
  where (r.rolname like 'haat\_%' or r.rolname ~ '^pg_(read_all_data|write_all_data|.*server.*)$')
    and (o.rolname, r.rolname) not in (('haat_staff_gateway', 'haat_staff'), ('haat_staff_gateway', 'haat_anonymous'))
    and pg_catalog.pg_has_role(o.oid, r.oid, 'member')
  union all
  select o.rolname, 'may make things in schema ' || n.nspname
  from ours o cross join pg_catalog.pg_namespace n
  where n.nspname !~ '^pg_temp_|^pg_toast_temp_' and pg_catalog.has_schema_privilege(o.oid, n.oid, 'create');
end;
grant execute on function internal.find_excess_powers() to haat_gateway, haat_staff_gateway, haat_worker, haat_dba;
