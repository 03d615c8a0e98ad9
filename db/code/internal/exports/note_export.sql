--! owner: haat_gatekeeper
-- Notes how far a worker has come with an export, and lets it go on.
-- Takes: the export, its attempt, how many records are written and how many seconds until the worker shows itself
-- again.
-- Gives: whether the worker is still to write it: another may have begun anew, the key may have been revoked.
create or replace function internal.note_export(
  export_id uuid,
  lease_id uuid,
  record_count bigint,
  lease_seconds integer)
  returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_caller gate.caller;
begin
  update app.exports e
    set record_count = note_export.record_count,
      lease_expires_at = clock_timestamp() + make_interval(secs => lease_seconds)
    where e.id = export_id and e.lease_id = note_export.lease_id;
  if not found then
    return false;
  end if;
  v_caller := gate.find_key((
    select k.key_hash from app.exports e join app.api_keys k on k.id = e.key_id where e.id = export_id));
  if v_caller.sqlstate is not null then
    perform internal.drop_export_file(export_id);
    perform internal.end_export(export_id, 'failed', 'KEY_NOT_LIVE', internal.sentence(v_caller.message));
  end if;
  return v_caller.sqlstate is null;
end
$$;
grant execute on function internal.note_export(uuid, uuid, bigint, integer) to haat_worker;
