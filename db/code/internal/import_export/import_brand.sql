-- Gives the brand of a store that has a name, whatever its letter case, and makes it when there is none.
-- Takes: the store and the name (null: none).
-- Gives: its id.
-- Raises: HT008, HT100, 23505.
create or replace function internal.import_brand(store_id uuid, name text) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  if import_brand.name is null then
    return null;
  end if;
  -- Of two imports at once that miss the same brand, the second waits and finds it.
  perform pg_advisory_xact_lock(hashtextextended('brands of ' || import_brand.store_id, 0));
  v_id := internal.find_named_brand(import_brand.store_id, import_brand.name);
  return coalesce(v_id, (api.create_brand(jsonb_build_object(
    'store_id', import_brand.store_id, 'name', import_brand.name)) ->> 'id')::uuid);
end
$$;
