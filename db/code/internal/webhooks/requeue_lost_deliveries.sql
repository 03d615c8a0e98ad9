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
  v_lost app.webhook_deliveries[];
begin
  perform from app.webhook_endpoints e where e.id = requeue_lost_deliveries.endpoint_id for no key update;
  with lost as (
    update app.webhook_deliveries d
      set status = 'pending', next_attempt_at = v_now, worker_id = null, attempts = d.attempts + 1
      where d.endpoint_id = requeue_lost_deliveries.endpoint_id and d.status = 'sending'
        and not internal.has_moved(d.company_id)
        and (d.worker_id = requeue_lost_deliveries.worker_id
             or not exists (select from internal.workers w where w.id = d.worker_id))
      returning d as delivery
  )
  select array_agg(l.delivery) into v_lost from lost l;
  return internal.log_attempts_without_answer(v_lost, 'lost', 'the worker stopped before the answer');
end
$$;
grant execute on function internal.requeue_lost_deliveries(uuid, text) to haat_worker;
