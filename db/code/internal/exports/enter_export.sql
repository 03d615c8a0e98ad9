--! owner: haat_gatekeeper
-- Puts the transaction inside the fence of the key that asked for an export, narrowed to the export's store.
-- Takes: the export and the attempt that writes it now.
-- Gives: the export; all null when another attempt writes it.
-- Raises: HT001 to HT003 (the key is not good any more), HT004 (it has not the scope).
--
-- For workers, which have no key to show: only an export that a key asked for opens the fence, and only while it is
-- being written.
create or replace function internal.enter_export(export_id uuid, lease_id uuid) returns app.exports
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_export app.exports;
  v_caller gate.caller;
begin
  select e.* into v_export
    from app.exports e
    where e.id = export_id and e.lease_id = enter_export.lease_id and e.status = 'running';
  if v_export.id is null then
    return null;
  end if;
  v_caller := gate.find_key((select k.key_hash from app.api_keys k where k.id = v_export.key_id));
  if v_caller.sqlstate is not null then
    perform internal.fail(v_caller.sqlstate, v_caller.message);
  elsif not v_export.store_id = any (v_caller.store_ids) then
    perform internal.fail('HT001', 'keyNotLive');
  elsif not gate.has_scope(v_caller.scopes, internal.scope_of_list(v_export.operation)) then
    perform internal.fail('HT004', 'scopeNeeded.list',
      jsonb_build_object('scope', internal.scope_of_list(v_export.operation)));
  end if;
  perform internal.set_context(v_caller.company_id, array[v_export.store_id], 'api_key', v_caller.key_id,
    v_caller.key_name, key_id => v_caller.key_id, lineage_id => v_caller.lineage_id,
    key_store_id => v_caller.key_store_id, scopes => v_caller.scopes);
  return v_export;
end
$$;
grant execute on function internal.enter_export(uuid, uuid) to haat_api;
