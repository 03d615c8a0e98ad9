--! owner: haat_gatekeeper
-- Ends an export that cannot be written, or gives it back for another attempt.
-- Takes: the export, its attempt and why: a code and the same for people; null to have it written anew.
--
-- What is given back within an hour does not count as an attempt: the process stops, the database or the storage
-- has a bad moment, or it is a worker of an earlier release, beside those of this one, that does not know what it
-- has read.
create or replace function internal.fail_export(export_id uuid, lease_id uuid, code text, message text) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform from app.exports e where e.id = export_id and e.lease_id = fail_export.lease_id for no key update;
  if not found then
    return;
  end if;
  perform internal.drop_export_file(export_id);
  if code is null then
    update app.exports e
      set status = 'pending', lease_id = null, lease_expires_at = null, storage_key = null,
        attempts = e.attempts - (e.created_at > internal.now() - interval '1 hour')::integer
      where e.id = export_id;
  else
    perform internal.end_export(export_id, 'failed', code, message);
  end if;
end
$$;
grant execute on function internal.fail_export(uuid, uuid, text, text) to haat_worker;
