-- What the logins may do in this database beyond what the code grants. Idempotent; run by an administrator in the database
-- itself. Postgres gives all of this to everybody, and none of our processes needs it.
do $$
declare
  v_function regprocedure;
  v_is_lock boolean;
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant connect on database %I to haat_gateway, haat_staff_gateway, haat_worker, haat_dba',
    current_database());
  -- What follows belongs to the superuser, and where there is none to be had it stays as it is.
  if not (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = current_user) then
    return;
  end if;
  -- Large objects fill the disk and belong to no tenant; locks by number are those that our functions wait for; and
  -- whoever may end a process may end those of the same login.
  for v_function, v_is_lock in
    select p.oid, p.proname like '%advisory%'
    from pg_catalog.pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname ~ '^(lo_.*|lo[a-z]*read|lowrite|pg_(try_)?advisory_.*)$'
        or p.proname in ('pg_terminate_backend', 'pg_cancel_backend'))
      and pg_catalog.has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', v_function);
    if v_is_lock then
      execute format('grant execute on function %s to haat_owner, haat_gatekeeper, haat_api', v_function);
    end if;
  end loop;
end
$$;
