-- Has the planner look again at tables that have grown tenfold since it last did.
--
-- A job fills a new shop within minutes, and autovacuum comes once a minute: until then every session would keep the
-- plans that were right for empty tables. Of a table that is analyzed, all sessions make their plans anew.
create or replace function internal.analyze_grown_tables() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_table regclass;
begin
  -- One at a time is enough.
  if not pg_try_advisory_xact_lock(hashtextextended('analyze grown tables', 0)) then
    return;
  end if;
  for v_table in
    select t.relid::regclass
    from pg_stat_user_tables t join pg_class c on c.oid = t.relid
    where t.schemaname = 'app' and t.n_live_tup > 10 * greatest(c.reltuples, 10)
  loop
    execute format('analyze %s', v_table);
  end loop;
end
$$;
grant execute on function internal.analyze_grown_tables() to haat_gatekeeper;
