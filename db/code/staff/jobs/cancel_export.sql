-- Cancels an export that is not finished: it fails as CANCELLED, without a file. One that has ended stays as it is.
-- Needs developer.manage.
-- Raises: HT014 (permission), HT100 (export_id).
create or replace function staff.cancel_export(export_id uuid) returns app.exports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_export app.exports;
begin
  perform internal.require_permission('developer.manage');
  select * into v_export from app.exports e where e.id = cancel_export.export_id for no key update;
  if v_export.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "export"}',
      fields => '{"export_id": [{"key": "gone.such", "params": {"thing": "export"}}]}');
  end if;
  if v_export.ended_at is null then
    perform internal.cancel_export(v_export.id);
    perform internal.log_activity(v_export.store_id, 'export.cancelled', 'export', v_export.id,
      before => jsonb_build_object('status', v_export.status, 'operation', v_export.operation));
    select * into v_export from app.exports e where e.id = v_export.id;
  end if;
  return v_export;
end
$$;
grant execute on function staff.cancel_export(uuid) to haat_staff;
