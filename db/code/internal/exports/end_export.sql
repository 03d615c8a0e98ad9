--! owner: haat_gatekeeper
-- Ends an export and tells it (export.finished); its file is kept for seven days.
-- Takes: the locked export, finished or failed, and of a failed one why: a code and the same for people.
create or replace function internal.end_export(
  export_id uuid,
  status text,
  code text default null,
  message text default null)
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update app.exports e
    set status = end_export.status, failure_code = code, failure_message = message, lease_id = null,
      lease_expires_at = null, ended_at = internal.now(), expires_at = internal.now() + interval '7 days'
    where e.id = export_id;
  perform internal.publish_export(export_id, e.company_id) from app.exports e where e.id = export_id;
end
$$;
