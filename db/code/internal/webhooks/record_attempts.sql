--! owner: haat_gatekeeper
-- Takes: an endpoint, the worker that sent and what each delivery met (delivery_id, attempt, outcome, response_status,
-- response_body, error, duration_ms, retry_after).
-- Logs the attempts, updates the deliveries, and disables an endpoint that is gone or has failed too long.
-- see: guides/webhooks#when-deliveries-fail
--
-- A worker that was silent for so long that another took over still brings its attempt into the log and its success to
-- the delivery, but decides nothing else.
-- Without waiting for the disk: what a crash of Postgres forgets here is sent again, which at-least-once allows.
create or replace function internal.record_attempts(endpoint_id uuid, worker_id text, attempts jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_endpoint app.webhook_endpoints;
  v_again timestamptz[];
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into v_endpoint from app.webhook_endpoints t where t.id = record_attempts.endpoint_id for no key update;
  with met as (
    select d.id, d.company_id, d.store_id, d.status, d.attempts + 1 as number, r.*,
           -- The answer may repeat what an erasure has taken out of the event since it was sent.
           exists (
             select from app.erased_rows e where e.company_id = d.company_id and e.row_id = d.event_id) as is_erased,
           r.outcome = 'delivered' as succeeded,
           d.worker_id = record_attempts.worker_id and d.attempts + 1 = r.attempt as is_ours,
           -- Worked out once, since chance has a part in it.
           case when r.outcome <> 'delivered' then v_now + internal.retry_delay(d.failures + 1, r.retry_after) end
             as again_at
    from jsonb_to_recordset(attempts) as r (
      delivery_id uuid, attempt integer, outcome text, response_status integer, response_body text, error text,
      duration_ms integer, retry_after integer)
    join app.webhook_deliveries d on d.id = r.delivery_id and d.endpoint_id = v_endpoint.id
    order by d.id
    for no key update of d
  ), moved as (
    update app.webhook_deliveries d set
      attempts = m.number,
      failures = d.failures + case when m.is_ours and not m.succeeded then 1 else 0 end,
      status = n.status,
      next_attempt_at = case n.status when 'pending' then coalesce(d.next_attempt_at, m.again_at) end,
      worker_id = case n.status when 'sending' then d.worker_id end,
      finished_at = case when n.status in ('delivered', 'failed') then coalesce(d.finished_at, v_now) end
    from met m, lateral (
      select case
        when m.succeeded then 'delivered'
        when m.is_ours is not true then m.status
        when m.again_at is null then 'failed'
        when v_endpoint.status = 'disabled' then 'held'
        else 'pending' end as status
    ) n
    where d.id = m.id
    returning d.id, case when m.is_ours then d.next_attempt_at end as next_attempt_at
  ), logged as (
    insert into app.webhook_attempts (
      company_id, store_id, endpoint_id, delivery_id, attempt, outcome, response_status, response_body, error,
      duration_ms, next_attempt_at, created_at)
    select
      m.company_id, m.store_id, v_endpoint.id, m.id, m.number, m.outcome, m.response_status,
      case when not m.is_erased then m.response_body end, m.error,
      m.duration_ms, o.next_attempt_at, v_now
    from met m join moved o on o.id = m.id
  ), counted as (
    insert into app.webhook_attempt_counts as c (endpoint_id, outcome, company_id, store_id, count)
    select v_endpoint.id, m.outcome, v_endpoint.company_id, v_endpoint.store_id, count(*)
    from met m group by m.outcome order by m.outcome
    on conflict on constraint webhook_attempt_counts_pkey do update set count = c.count + excluded.count
  )
  select array_agg(distinct o.next_attempt_at) into v_again from moved o where o.next_attempt_at is not null;

  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[v_endpoint.id]), run_at => w.at)
    from unnest(v_again) as w (at);
  perform internal.note_endpoint_health(v_endpoint, attempts);
end
$$;
grant execute on function internal.record_attempts(uuid, text, jsonb) to haat_worker;
