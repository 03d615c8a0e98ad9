-- Gives an export (GET /exports/{id}).
-- Takes: the id and store_id?.
-- Gives: the export; with a finished one storage_key, from which the server makes the signed address.
-- Raises: HT100 (store_id; not an export of this key or of one that it replaced).
create or replace function api.get_export(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_document json;
begin
  select case when e.status = 'finished'
      then (d.document::jsonb || jsonb_build_object('storage_key', e.storage_key))::json else d.document end
    into v_document
    from app.exports e cross join internal.export_documents(array[e.id]) d
    where e.id = (input ->> 'id')::uuid and (v_store_id is null or e.store_id = v_store_id)
      and e.key_id = any (internal.current_key_ids()) and coalesce(e.expires_at > internal.now(), true);
  if v_document is null then
    perform internal.fail('HT100', 'exportGone');
  end if;
  return v_document;
end
$$;
grant execute on function api.get_export(jsonb) to haat_api;
