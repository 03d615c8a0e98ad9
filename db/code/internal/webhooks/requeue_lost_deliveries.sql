--! owner: haat_gatekeeper
-- Takes: an endpoint and the worker that begins to serve it (its id in the job queue).
-- Makes due again, and logs as lost, what was being sent by workers that are gone, or by this one before it failed.
-- Gives how many. Safe to run at any time. see: guides/webhooks#when-deliveries-fail
--
-- The attempt may have arrived or not, so it is made again. A worker is gone when internal.workers has it no more.
create or replace function internal.requeue_lost_deliveries(endpoint_id uuid, worker_id text) returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_count integer;
begin
  perform from app.webhook_endpoints e where e.id = requeue_lost_deliveries.endpoint_id for no key update;
  with lost as (
    update app.webhook_deliveries d
      set status = 'pending', next_attempt_at = v_now, worker_id = null, attempts = d.attempts + 1
      where d.endpoint_id = requeue_lost_deliveries.endpoint_id and d.status = 'sending'
        and (d.worker_id = requeue_lost_deliveries.worker_id
             or not exists (select from internal.workers w where w.id = d.worker_id))
      returning d.*
  ), logged as (
    insert into app.webhook_attempts
      (company_id, store_id, endpoint_id, delivery_id, attempt, outcome, error, next_attempt_at)
    select l.company_id, l.store_id, l.endpoint_id, l.id, l.attempts, 'lost', 'the worker stopped before the answer',
      v_now
    from lost l
  ), counted as (
    insert into app.webhook_attempt_counts as c (endpoint_id, outcome, company_id, store_id, count)
    select l.endpoint_id, 'lost', l.company_id, l.store_id, count(*)
    from lost l group by l.endpoint_id, l.company_id, l.store_id
    on conflict on constraint webhook_attempt_counts_pkey do update set count = c.count + excluded.count
  )
  select count(*) into v_count from lost;
  return v_count;
end
$$;
grant execute on function internal.requeue_lost_deliveries(uuid, text) to haat_worker;
