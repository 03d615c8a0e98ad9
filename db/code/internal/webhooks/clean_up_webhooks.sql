--! owner: haat_gatekeeper
-- Timer: removes attempts, finished or held deliveries, events and gaps older than 30 days, old secrets 24 hours after
-- a rotation, and removed endpoints a day later, and comes again at once while there are more. Gives the number of
-- rows. Safe to run twice.
-- see: guides/webhooks#when-deliveries-fail
--
-- The seals know of an event only its id, so an event is as old as its id says (ledger.verify_history): one whose
-- created_at lies before its id, as in the demo, stays until both are old. And it stays as long as an older event of
-- the same record, so that the newest that is left of a record shows it as it is. Where events are archived, it waits
-- for that, 62 days at most.
create or replace function internal.clean_up_webhooks() returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant timestamptz := internal.now() - interval '30 days';
  v_archived_id constant uuid := internal.archived_events_upto();
  -- A run's worth: the next one takes the rest, and no transaction grows without end.
  v_most constant integer := 50000;
  v_rows bigint;
  v_count bigint;
  v_has_more boolean;
begin
  update app.webhook_endpoints e set previous_secret = null, previous_secret_expires_at = null
    where e.previous_secret_expires_at <= internal.now();
  delete from app.webhook_gaps g where g.ended_at < v_before;
  v_count := internal.purge_removed_endpoints(v_most);

  delete from app.webhook_attempts a where a.id in (
    select x.id from app.webhook_attempts x where x.created_at < v_before limit v_most);
  get diagnostics v_rows = row_count;
  v_count := v_count + v_rows;
  v_has_more := v_rows = v_most;
  -- A delivery goes after its log, an event after its deliveries; a retry that is still due keeps both.
  delete from app.webhook_deliveries d where d.id in (
    select x.id from app.webhook_deliveries x
    where x.created_at < v_before and (x.status = 'held' or x.finished_at < v_before)
      and not exists (select from app.webhook_attempts a where a.delivery_id = x.id)
    limit v_most);
  get diagnostics v_rows = row_count;
  v_count := v_count + v_rows;
  v_has_more := v_has_more or v_rows = v_most;
  delete from app.events v where v.id in (
    select x.id from app.events x
    where x.id < internal.id_floor(v_before) and x.created_at < v_before
      and (v_archived_id is null or x.id <= v_archived_id or x.id < internal.id_floor(v_before - interval '62 days'))
      and not exists (select from app.webhook_deliveries d where d.event_id = x.id)
      and not exists (
        select from app.events o join app.webhook_deliveries d on d.event_id = o.id
        where o.store_id = x.store_id and o.object_id = x.object_id and o.sequence < x.sequence)
    order by x.id limit v_most);
  get diagnostics v_rows = row_count;
  if v_has_more or v_rows = v_most then
    perform internal.enqueue('timer__run', json_build_object('name', 'clean_up_webhooks'),
      job_key => 'clean_up_webhooks:next');
  end if;
  return v_count + v_rows;
end
$$;
grant execute on function internal.clean_up_webhooks() to haat_worker;
