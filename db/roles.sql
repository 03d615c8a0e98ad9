-- Cluster roles of Haat. Idempotent; run by an administrator (superuser, or a role with CREATEROLE) before the
-- migrations.
-- No role here is a superuser and none bypasses row-level security: who may look across tenants is named in policies.
--
--   haat_owner           owns every schema, table and function; transitions run as it, inside the fence (forced RLS)
--   haat_gatekeeper      owns the few functions that must look before the tenant is known (admission, sign-in,
--                        search, timers)
--   haat_api             what REST and tool operations run as: SELECT inside the fence, EXECUTE on api
--   haat_gateway         login of the API processes: EXECUTE on the gate, no table
--   haat_staff           what staff GraphQL runs as           haat_staff_gateway   its login
--   haat_anonymous       what staff GraphQL runs as before anybody has signed in: EXECUTE on sign_in, nothing else
--   haat_worker          login of the workers
--   haat_dba             people in psql: reads every tenant, writes nothing
do $$
declare
  v_role text;
begin
  foreach v_role in array array['haat_owner', 'haat_gatekeeper', 'haat_api', 'haat_staff', 'haat_anonymous'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I nologin', v_role);
    end if;
  end loop;
  foreach v_role in array array['haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('create role %I login', v_role);
    end if;
  end loop;
  -- The administrator migrates as haat_owner and hands functions to the roles that must own them.
  execute format(
    'grant haat_owner, haat_gatekeeper, haat_api, haat_gateway, haat_staff, haat_anonymous, haat_staff_gateway, '
    'haat_worker, haat_dba to %I', current_user);
end
$$;

-- No login can take every connection: the others, and the administrator, still come in. `alter role … connection limit`
-- sets another number, which stays.
do $$
declare
  v_login record;
begin
  for v_login in
    select r.rolname as name, ceil(l.share * current_setting('max_connections')::integer) as connections
    from (values ('haat_gateway', 0.8), ('haat_staff_gateway', 0.5), ('haat_worker', 0.6), ('haat_dba', 0.2))
      as l (name, share)
    join pg_catalog.pg_roles r on r.rolname = l.name
    where r.rolconnlimit = -1
  loop
    execute format('alter role %I connection limit %s', v_login.name, v_login.connections);
  end loop;
end
$$;

-- "inherit false": the owner may become these roles to create their functions, yet never has their rights by itself.
grant haat_gatekeeper to haat_owner with inherit false, set true;
grant haat_api to haat_owner with inherit false, set true;
grant haat_staff to haat_staff_gateway with inherit false, set true;
grant haat_anonymous to haat_staff_gateway with inherit false, set true;

-- What to watch (db/README.md) is in pg_stat_activity, pg_stat_replication and the like. An administrator who is no
-- superuser may grant this only with the admin option: where it is refused, a superuser does it once.
do $$
begin
  if not pg_catalog.pg_has_role('haat_dba', 'pg_read_all_stats', 'member') then
    grant pg_read_all_stats to haat_dba;
  end if;
exception
  when insufficient_privilege then
    raise warning 'haat_dba sees no sessions but its own: let a superuser run: grant pg_read_all_stats to haat_dba';
end
$$;

-- Limits that no client can forget. A report or a stuck client must not hold old row versions (or locks) for long.
alter role haat_gateway set transaction_timeout = '30s';
alter role haat_gateway set lock_timeout = '3s';
alter role haat_gateway set idle_in_transaction_session_timeout = '10s';
-- The functions' own statements are written for one plan; what depends on values (list filters) is planned by EXECUTE.
alter role haat_gateway set plan_cache_mode = 'force_generic_plan';
alter role haat_staff_gateway set transaction_timeout = '30s';
alter role haat_staff_gateway set lock_timeout = '3s';
alter role haat_staff_gateway set idle_in_transaction_session_timeout = '10s';
alter role haat_dba set default_transaction_read_only = on;
alter role haat_dba set search_path = ledger, app;

-- Parameters stay out of the log of Postgres, whatever it is told to log: passwords, hashes of keys and sessions, and
-- the names and addresses of customers pass there. Only a superuser may say so.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['haat_gateway', 'haat_staff_gateway', 'haat_worker'] loop
    execute format('alter role %I set log_parameter_max_length = 0', v_role);
    execute format('alter role %I set auto_explain.log_parameter_max_length = 0', v_role);
  end loop;
exception
  when insufficient_privilege then
    null;
end
$$;

-- A session whose client is gone ends soon, also where the network does not say so: it would keep its place among the
-- connections, and its locks.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['haat_gateway', 'haat_staff_gateway', 'haat_worker', 'haat_dba'] loop
    execute format('alter role %I set tcp_keepalives_idle = 30', v_role);
    execute format('alter role %I set tcp_keepalives_interval = 10', v_role);
    execute format('alter role %I set tcp_keepalives_count = 3', v_role);
    execute format('alter role %I set client_connection_check_interval = ''10s''', v_role);
  end loop;
end
$$;
