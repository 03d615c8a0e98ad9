--! owner: haat_gatekeeper
-- Timer: has workers take up deliveries, imports, checks, deletions of files, exports, jobs, pictures by link,
-- renames and notices that are due and wait.
-- Gives: how many.
-- Safe to run twice.
-- see: guides/inside#background-work
--
-- Whatever makes work due adds its job itself. This one helps when a job was lost: given up, or deleted by hand.
create or replace function internal.wake_workers() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint_ids uuid[];
  v_tasks text[];
  v_company_ids uuid[];
  v_image_company_ids uuid[];
begin
  select array_agg(e.id) into v_endpoint_ids from app.webhook_endpoints e
    where e.status = 'active' and not internal.has_moved(e.company_id) and exists (
      select from app.webhook_deliveries d
      where d.endpoint_id = e.id and (
        d.status = 'pending' and d.next_attempt_at < internal.now() - interval '1 minute'
        or d.status = 'sending' and not exists (select from internal.workers w where w.id = d.worker_id)));
  perform internal.enqueue(
      'webhook__deliver', json_build_object('endpoint_ids', array[w.id]), 'wake endpoint ' || w.id)
    from unnest(v_endpoint_ids) as w (id);
  select array_agg(t.task) into v_tasks
    from internal.due_video_work() w
    cross join lateral (
      values ('video__import', w.imports), ('video__verify', w.checks), ('media__delete', w.deletions),
        ('export__write', (
          select count(*)::integer from app.exports e
          where e.status in ('pending', 'running') and not internal.is_leased(e.lease_expires_at)
            and not internal.has_moved(e.company_id)))
    ) as t (task, due)
    where t.due > 0;
  perform internal.enqueue(w.task, job_key => 'wake ' || w.task) from unnest(v_tasks) as w (task);
  select array_agg(distinct l.company_id) into v_image_company_ids from app.image_links l
    where l.status = 'waiting' and l.due_at < internal.now() - interval '1 minute'
      and not internal.has_moved(l.company_id);
  perform internal.fetch_image_links(w.id) from unnest(v_image_company_ids) as w (id);
  select array_agg(distinct j.company_id) into v_company_ids from app.jobs j
    where j.status in ('queued', 'running') and not internal.has_moved(j.company_id)
      and greatest(j.served_at, j.updated_at) < internal.now() - interval '1 minute';
  perform internal.wake_jobs(w.id) from unnest(v_company_ids) as w (id);
  return coalesce(cardinality(v_endpoint_ids), 0) + coalesce(cardinality(v_tasks), 0)
    + coalesce(cardinality(v_company_ids), 0) + coalesce(cardinality(v_image_company_ids), 0)
    + internal.wake_renames() + internal.wake_push();
end
$$;
grant execute on function internal.wake_workers() to haat_worker;
