-- Closes the database itself. Idempotent; run in it by an administrator at each "npm run migrate" and "npm start":
-- a new database is open to every role of the server, and so is one that was restored without "pg_restore -C".
do $$
declare
  v_makers constant regprocedure[] :=
    '{pg_catalog.lo_create(oid),pg_catalog.lo_creat(integer),"pg_catalog.lo_from_bytea(oid,bytea)"}';
  v_login text;
  v_maker regprocedure;
begin
  if exists (
    select from pg_catalog.pg_database d
    cross join pg_catalog.aclexplode(coalesce(d.datacl, pg_catalog.acldefault('d', d.datdba))) e
    where d.datname = pg_catalog.current_database() and e.grantee = 0
  ) then
    execute format('revoke all on database %I from public', pg_catalog.current_database());
  end if;
  foreach v_login in array array['haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba'] loop
    if not pg_catalog.has_database_privilege(v_login, pg_catalog.current_database(), 'connect') then
      execute format('grant connect on database %I to %I', pg_catalog.current_database(), v_login);
    end if;
  end loop;
  -- Large objects belong to whoever makes them, and no fence holds them. Only a superuser can close this door.
  if (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = current_user) then
    foreach v_maker in array v_makers loop
      if pg_catalog.has_function_privilege('public', v_maker, 'execute') then
        execute format('revoke execute on function %s from public', v_maker);
      end if;
    end loop;
  end if;
end
$$;
