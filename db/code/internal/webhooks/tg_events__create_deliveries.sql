-- Statement trigger: gives new events their deliveries and wakes the workers. An endpoint that is off gets none: it
-- has a gap.
-- see: guides/webhooks
--
-- In the transaction of the change: a delivery for every endpoint that wants the event, and one job that wakes a
-- worker. The job only says "these endpoints have something"; what is due is recorded in the deliveries.
-- A disabled endpoint is looked at again under a lock that enabling waits for: it may have been enabled meanwhile, and
-- even disabled again.
create or replace function internal.tg_events__create_deliveries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Not the time of the event, which keeps the order of events even while the clock is behind.
  v_now constant timestamptz := internal.now();
  v_awake uuid[];
  v_active uuid[];
  v_missing uuid[];
begin
  for v_look in 1..2 loop
    with wanted as (
      select n.company_id, n.store_id, n.id, e.id as endpoint_id, e.status,
        e.status = 'disabled' and exists (
          select from app.webhook_gaps g
          where g.endpoint_id = e.id and g.upto_sequence is null and g.after_sequence < n.sequence) as is_missed
      from new_events n
      join app.webhook_endpoints e on e.store_id = n.store_id
      -- A ping is for one endpoint only, whatever the others listen to.
      where n.type <> 'service.ping' and (e.event_types = '{*}' or n.type = any (e.event_types))
        and e.removed_at is null and (v_look = 1 or e.id = any (v_missing))
        and (e.key_lineage_id is null or internal.is_event_for_endpoint(e.id, n.id))
    ), made as (
      insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, next_attempt_at,
        created_at)
      select w.company_id, w.store_id, w.endpoint_id, w.id,
             case w.status when 'active' then 'pending' else 'held' end,
             case w.status when 'active' then v_now end, v_now
      from wanted w
      where not w.is_missed
      on conflict on constraint webhook_deliveries_event_once_an_endpoint do nothing
    )
    select array_agg(distinct w.endpoint_id) filter (where w.status = 'active'),
           array_agg(distinct w.endpoint_id) filter (where w.is_missed)
      into v_active, v_missing
      from wanted w;
    v_awake := v_awake || v_active;
    exit when v_missing is null;
    if v_look = 1 then
      -- Keeps the gaps open until the transaction ends, because its events fall into them: internal.end_gap takes the
      -- lock alone.
      perform pg_advisory_xact_lock_shared(hashtextextended('webhook gap ' || e.id, 0))
        from (select distinct u.id from unnest(v_missing) as u (id) order by u.id) e;
    end if;
  end loop;
  if v_awake is not null then
    perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', v_awake));
  end if;
  return null;
end
$$;
