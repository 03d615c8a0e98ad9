-- Opens a change of the catalog by staff: asks for catalog.manage, finds and locks the record, takes the uploads that
-- the input names.
-- Takes: product, category, brand or attribute, and the input of an operation of the API with or without the id of
-- one.
-- Gives: its id and its store, and the input for the operation.
-- Raises: HT014 (permission), HT100 (id, store_id), HT008 (uploads).
create or replace function internal.begin_catalog_change(object_type text, body jsonb, out id uuid, out store_id uuid,
  out input jsonb)
language plpgsql volatile
set search_path = ''
as $$
begin
  perform internal.require_permission('catalog.manage');
  id := (body ->> 'id')::uuid;
  if id is null then
    store_id := (body ->> 'store_id')::uuid;
    perform internal.require_store(store_id);
  else
    store_id := internal.lock_catalog_record(object_type, id);
  end if;
  input := internal.take_uploads((body - 'expected_updated_at') || jsonb_build_object('store_id', store_id));
end
$$;
