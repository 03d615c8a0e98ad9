--! owner: haat_gatekeeper
-- Timer: adds the job of each active endpoint that has waited for over a minute, and gives how many.
-- Safe to run twice. decisions: 7, 8
--
-- Whatever makes a delivery due adds the job itself. This one helps when a job was lost: given up, or deleted by hand.
create or replace function internal.wake_due_endpoints() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(e.id) into v_ids from app.webhook_endpoints e
    where e.status = 'active' and exists (
      select from app.webhook_deliveries d
      where d.endpoint_id = e.id and (
        d.status = 'pending' and d.next_attempt_at < internal.now() - interval '1 minute'
        or d.status = 'sending' and not exists (select from internal.workers w where w.id = d.worker_id)));
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[w.id])) from unnest(v_ids) as w (id);
  return coalesce(cardinality(v_ids), 0);
end
$$;
grant execute on function internal.wake_due_endpoints() to haat_worker;
