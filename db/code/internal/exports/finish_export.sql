--! owner: haat_gatekeeper
-- Ends an export whose file is stored, and notes whose data went into it.
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
  -- In the name of the key that asked for it.
  perform internal.add_personal_data_read(k.company_id, 'api_key', k.id, k.name,
      case e.operation when 'list_customers' then 'customers.exported' else 'orders.exported' end, e.record_count)
    from app.exports e join app.api_keys k on k.id = e.key_id
    where e.id = export_id and e.operation in ('list_customers', 'list_orders');
  return true;
end
$$;
grant execute on function internal.finish_export(uuid, uuid, bigint, bigint) to haat_worker;
