-- The numbers that /metrics shows of what runs by itself: timers, seals, audits and workers.
-- Gives: when each timer last ran without an error, when each chain of seals last grew (ledger, history), the last
-- audit with its duration (seconds) and how many checks were broken, since when all was verified, all as seconds since
-- 1970, and 0 for never; in how many nights audits verify all; what an operator lets the database do; how many moves
-- are cut off between their two commits; how many queues of workers are alive.
create or replace function internal.upkeep_metrics() returns json
language sql stable
set search_path = ''
as $$
  select json_build_object(
    'timers', (
      -- A timer that a release has removed leaves its row here, and would look late for ever.
      select coalesce(json_object_agg(r.name, extract(epoch from r.finished_at)), '{}')
      from internal.timer_runs r
      where exists (
        select from pg_catalog.pg_proc p
        where p.pronamespace = 'internal'::regnamespace and p.proname = r.name)),
    'seals', json_build_object(
      'ledger', (
        -- The newest of each company, by the key: there may be millions.
        select coalesce(extract(epoch from max(s.sealed_at)), 0)
        from app.companies c
        cross join lateral (
          select l.sealed_at from app.ledger_seals l where l.company_id = c.id order by l.number desc limit 1) s),
      'history', coalesce(
        (select extract(epoch from h.sealed_at) from internal.history_seals h order by h.number desc limit 1), 0)),
    'audit', coalesce(
      (select json_build_object(
         'finished_at', extract(epoch from a.finished_at),
         'seconds', extract(epoch from a.finished_at - a.started_at),
         'broken_checks', cardinality(a.broken_checks),
         'verified_at', coalesce(extract(epoch from r.verified_at), 0),
         'nights', r.nights)
       from internal.audit_runs a
       cross join internal.audit_rotation() r
       order by a.id desc limit 1),
      json_build_object('finished_at', 0, 'seconds', 0, 'broken_checks', 0, 'verified_at', 0, 'nights', 1)),
    'cell_state', internal.cell_state(),
    'unsettled_moves', (
      select count(*) from internal.company_moves m
      where m.state = 'moved' and m.opened_at is null and m.moved_at < clock_timestamp() - interval '30 s'),
    'queues_alive', (select count(*) from internal.workers w where w.seen_at > clock_timestamp() - interval '30 s'))
$$;
grant execute on function internal.upkeep_metrics() to haat_gatekeeper;
