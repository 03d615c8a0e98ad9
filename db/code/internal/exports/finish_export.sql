--! owner: haat_gatekeeper
-- Ends an export whose file is stored.
-- Takes: the export, its attempt, how many records it holds and the size of the file in bytes.
-- Gives: whether it was still this attempt's; otherwise its file is deleted.
create or replace function internal.finish_export(
  export_id uuid,
  lease_id uuid,
  record_count bigint,
  size_bytes bigint)
  returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update app.exports e
    set record_count = finish_export.record_count, size_bytes = finish_export.size_bytes
    where e.id = export_id and e.lease_id = finish_export.lease_id;
  if not found then
    return false;
  end if;
  perform internal.end_export(export_id, 'finished');
  return true;
end
$$;
grant execute on function internal.finish_export(uuid, uuid, bigint, bigint) to haat_worker;
