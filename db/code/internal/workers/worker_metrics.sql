--! owner: haat_gatekeeper
-- The numbers that /metrics shows of the workers' work.
-- Gives: the deliveries that are due, waiting for a retry and being sent, the age of the oldest due one (seconds), the
-- attempts by outcome, endpoints by status, videos by status, and what is due of importing, checking and deleting
-- videos; what internal.job_metrics and internal.upkeep_metrics say.
--
-- Numbers only, over all tenants: the metrics page needs no key.
create or replace function internal.worker_metrics() returns json
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return json_build_object(
    'deliveries_due', (
      select count(*) from app.webhook_deliveries d
      where d.status = 'pending' and d.next_attempt_at <= internal.now()),
    'deliveries_waiting', (
      select count(*) from app.webhook_deliveries d
      where d.status = 'pending' and d.next_attempt_at > internal.now()),
    'deliveries_sending', (select count(*) from app.webhook_deliveries d where d.status = 'sending'),
    'oldest_due_seconds', (
      select coalesce(greatest(0, extract(epoch from internal.now() - min(d.next_attempt_at))), 0)
      from app.webhook_deliveries d where d.status = 'pending'),
    'attempts', (
      -- Of each outcome from the beginning: what first appears with its first event has not risen for Prometheus.
      select json_object_agg(o.outcome, coalesce(c.count, 0))
      from unnest('{delivered,rejected,timeout,unreachable,refused,lost}'::text[]) as o (outcome)
      left join (select t.outcome, sum(t.count) as count from app.webhook_attempt_counts t group by t.outcome) c
        on c.outcome = o.outcome),
    'endpoints', (
      select coalesce(json_object_agg(c.status, c.count), '{}')
      from (select e.status, count(*) as count from app.webhook_endpoints e group by e.status) c),
    'videos', (
      select coalesce(json_object_agg(c.status, c.count), '{}')
      from (select v.status, count(*) as count from app.videos v group by v.status) c),
    'video_work_due', (
      select json_build_object('import', t.imports, 'check', t.checks, 'deletion', t.deletions)
      from internal.due_video_work() t),
    'jobs', internal.job_metrics(),
    'upkeep', internal.upkeep_metrics());
end
$$;
grant execute on function internal.worker_metrics() to haat_gateway, haat_worker, haat_dba;
