--! owner: haat_gatekeeper
-- Finds customers whose names sound like what was typed: misspelled, or in the letters of the other script; 10 at
-- most, the likest first, of those the newest. Of one store, or of all but the test stores.
-- Takes: the text that was typed; of fewer than two consonants nothing is like.
--
-- Names that sound the same come first; where these are few, also names that are alike. Of each the newest are taken:
-- a list by likeness would read every Rahman of a shop. Owned by the gatekeeper, which may use the search indexes,
-- through the paths of a list (see internal.list_page and internal.page_ids), which write the fence out. In a shop of
-- 100,000 it reads 4 rows for a rare name, 400 for a common one, and at most some 2,000 for those between.
create or replace function internal.find_similar_customers(search text, store_id uuid default null)
  returns table (id uuid, likeness real)
language plpgsql stable security definer rows 10
set search_path = ''
as $$
declare
  v_most constant integer := 10;
  v_enough constant integer := 6;
  v_typed constant text := internal.sounds_of(search);
  v_like constant text := 'internal.sounds_of(t.full_name) operator(extensions.%>) ($1 ->> ''sounds'')';
  v_input constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'sounds', v_typed, 'store_id', find_similar_customers.store_id, 'limit', v_most));
  v_ids uuid[] := '{}';
  v_threshold text;
begin
  if length(v_typed) < 2 or cardinality(internal.stores_in_reach(find_similar_customers.store_id)) = 0 then
    return;
  end if;
  foreach v_threshold in array array['0.99', '0.6'] loop
    perform set_config('pg_trgm.word_similarity_threshold', v_threshold, true);
    v_ids := v_ids || (
      select p.ids from internal.page_ids('app.customers', v_input, ' and ' || v_like, paths => jsonb_build_object(
        'filters_first', true, 'budget', 75,
        'filter_scans', array['select t.* from app.customers t where {scope} and ' || v_like])) p);
    exit when cardinality(v_ids) >= v_enough or length(v_typed) < 3;
  end loop;
  return query
  select c.id, extensions.word_similarity(v_typed, internal.sounds_of(c.full_name)) as alike
  from app.customers c
  where c.id = any (v_ids)
  order by alike desc, c.created_at desc, c.id desc
  limit v_most;
end
$$;
grant execute on function internal.find_similar_customers(text, uuid) to haat_staff;
