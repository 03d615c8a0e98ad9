--! owner: haat_gatekeeper
-- Cancels a locked export that has not ended; what is written of its file goes.
-- Takes: the export, which the caller has found.
create or replace function internal.cancel_export(export_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.drop_export_file(export_id);
  perform internal.end_export(export_id, 'failed', 'CANCELLED', internal.sentence('exportEnded'));
end
$$;
grant execute on function internal.cancel_export(uuid) to haat_owner;
