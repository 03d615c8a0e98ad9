-- Adds the jobs for all work of a company that waits: it has come from another database, whose jobs stayed there.
-- Takes: the company.
create or replace function internal.wake_company(company_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.enqueue('webhook__deliver', json_build_object('endpoint_ids', array[e.id]))
    from app.webhook_endpoints e
    where e.company_id = wake_company.company_id and exists (
      select from app.webhook_deliveries d where d.endpoint_id = e.id and d.status in ('pending', 'sending'));
  perform internal.fetch_image_links(wake_company.company_id);
  perform internal.wake_jobs(wake_company.company_id);
  perform internal.enqueue_rename(r.kind, r.id)
    from internal.pending_renames r where r.company_id = wake_company.company_id;
  perform internal.enqueue(t.task, job_key => 'wake ' || t.task)
    from unnest(array['video__import', 'video__verify', 'media__delete', 'export__write']) as t (task);
end
$$;
