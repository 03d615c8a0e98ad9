-- Gives the categories of a store that lie at the ends of paths of names, and makes what is missing on the way.
-- Takes: the store and paths [["Clothing", "Saris"], …].
-- Gives: them as a product has them, each once: [{id, is_primary}], the first one primary.
-- Raises: HT008, HT100, HT101, 23505.
create or replace function internal.import_categories(store_id uuid, paths jsonb) returns jsonb
language plpgsql volatile
set search_path = ''
as $$
declare
  v_path jsonb;
  v_name text;
  v_parent_id uuid;
  v_id uuid;
  v_ids uuid[] := '{}';
begin
  if jsonb_array_length(paths) > 0 then
    -- Of two imports at once that miss the same category, the second waits and finds it.
    perform pg_advisory_xact_lock(hashtextextended('categories of ' || import_categories.store_id, 0));
  end if;
  for v_path in select w.path from jsonb_array_elements(paths) with ordinality as w (path, n) order by w.n loop
    v_id := null;
    for v_name in select w.name from jsonb_array_elements_text(v_path) with ordinality as w (name, n) order by w.n
    loop
      v_parent_id := v_id;
      v_id := internal.find_named_category(import_categories.store_id, v_parent_id, v_name);
      v_id := coalesce(v_id, (api.create_category(jsonb_build_object('store_id', import_categories.store_id,
        'name', v_name, 'parent_id', v_parent_id)) ->> 'id')::uuid);
    end loop;
    if v_id <> all (v_ids) then
      v_ids := v_ids || v_id;
    end if;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'is_primary', w.n = 1) order by w.n), '[]')
    from unnest(v_ids) with ordinality as w (id, n));
end
$$;
