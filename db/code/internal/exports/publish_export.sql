-- Writes the event of an export that has ended (export.finished), inside the fence of its company.
-- Takes: the export and its company.
--
-- A worker acts as the system; who cancels an export is inside the fence already and stays who they are.
create or replace function internal.publish_export(export_id uuid, company_id uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  if internal.current_company_id() is distinct from publish_export.company_id then
    perform internal.act_as(publish_export.company_id);
  end if;
  perform internal.emit_event(e.store_id, 'export.finished', e.id, d.document)
    from app.exports e cross join internal.export_documents(array[e.id]) d
    where e.id = publish_export.export_id;
end
$$;
grant execute on function internal.publish_export(uuid, uuid) to haat_gatekeeper;
