-- Statement trigger: gives new events their deliveries, held where the endpoint is off, and wakes the workers.
-- decisions: 7
--
-- In the transaction of the change: a delivery for every endpoint that wants the event, and one job that wakes a
-- worker. The job only says "these endpoints have something"; what is due stands in the deliveries.
create or replace function internal.tg_events__create_deliveries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  -- Not the time of the event, which keeps the order of events even while the clock stands behind.
  v_now constant timestamptz := internal.now();
  v_awake uuid[];
begin
  with made as (
    insert into app.webhook_deliveries (company_id, store_id, endpoint_id, event_id, status, next_attempt_at,
      created_at)
    select n.company_id, n.store_id, e.id, n.id,
           case e.status when 'active' then 'pending' else 'held' end,
           case e.status when 'active' then v_now end, v_now
    from new_events n
    join app.webhook_endpoints e on e.store_id = n.store_id
    -- A ping is for one endpoint only, whatever the others listen to.
    where n.type <> 'service.ping' and (e.event_types = '{*}' or n.type = any (e.event_types))
    returning endpoint_id, status
  )
  select array_agg(distinct m.endpoint_id) into v_awake from made m where m.status = 'pending';
  if v_awake is not null then
    perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', v_awake));
  end if;
  return null;
end
$$;
