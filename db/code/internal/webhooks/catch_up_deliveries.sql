--! owner: haat_gatekeeper
-- Moves the next attempt of deliveries that were to wait from a time that is still to come, as the clock was set back.
-- Safe to run at any time.
--
-- A first attempt is due at once; each further one waits since the attempt before, which the log has. A worker that
-- looked for them too early has ended its job, so they get new ones.
create or replace function internal.catch_up_deliveries() returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_ahead constant timestamptz := v_now + interval '10 s';
  v_endpoint_id uuid;
  v_again timestamptz[];
begin
  for v_endpoint_id in
    select distinct d.endpoint_id from app.webhook_deliveries d
    where d.status = 'pending' and d.next_attempt_at > v_ahead and not internal.has_moved(d.company_id)
    order by d.endpoint_id
  loop
    perform from app.webhook_endpoints e where e.id = v_endpoint_id for no key update;
    with moved as (
      update app.webhook_deliveries d
      set next_attempt_at = v_now + case when d.failures = 0 then interval '0'
        else coalesce(greatest(l.next_attempt_at - l.created_at, '0'), '0') end
      from app.webhook_deliveries w
      left join lateral (
        select a.created_at, a.next_attempt_at from app.webhook_attempts a
        where a.delivery_id = w.id order by a.attempt desc limit 1) l on true
      where w.endpoint_id = v_endpoint_id and w.status = 'pending' and w.next_attempt_at > v_ahead
        and (w.failures = 0 or l.created_at > v_ahead)
        and d.id = w.id
      returning d.next_attempt_at
    )
    select array_agg(distinct m.next_attempt_at) into v_again from moved m;
    perform internal.enqueue(
        'webhook__deliver', json_build_object('endpoint_ids', array[v_endpoint_id]), run_at => w.at)
      from unnest(v_again) as w (at);
  end loop;
end
$$;
grant execute on function internal.catch_up_deliveries() to haat_owner;
