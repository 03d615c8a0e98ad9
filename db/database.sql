-- Closes the database itself. Idempotent; run in it by an administrator at each "npm run migrate" and "npm start":
-- a new database is open to every role of the server, and so is one that was restored without "pg_restore -C".
do $$
declare
  v_login text;
  v_function regprocedure;
  v_is_lock boolean;
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
  -- Only a superuser can revoke these rights, which Postgres grants to public and none of our processes needs. Large
  -- objects belong to whoever makes them, and no fence holds them. Locks by number are what our functions wait for.
  -- Who may end a process may end every process of the same login.
  if (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = current_user) then
    for v_function, v_is_lock in
      select p.oid, p.proname like '%advisory%'
      from pg_catalog.pg_proc p
      where p.pronamespace = 'pg_catalog'::regnamespace
        and (p.proname ~ '^(lo_.*|loread|lowrite|pg_(try_)?advisory_.*)$'
          or p.proname in ('pg_terminate_backend', 'pg_cancel_backend'))
        and pg_catalog.has_function_privilege('public', p.oid, 'execute')
    loop
      execute format('revoke execute on function %s from public', v_function);
      if v_is_lock then
        execute format('grant execute on function %s to haat_owner, haat_gatekeeper, haat_api', v_function);
      end if;
    end loop;
  end if;
end
$$;
