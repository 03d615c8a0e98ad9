--! owner: haat_gatekeeper
-- Finds products that are called much like what was typed: misspelled, or in Bengali letters where their names are in
-- Latin ones; 20 at most, the likest first. Of one store, or of all but the test stores.
-- Takes: the text that was typed; of fewer than three letters nothing is like.
--
-- Owned by the gatekeeper, which may use the search indexes (see internal.list_page): the fence is written out.
create or replace function internal.find_similar_products(search text, store_id uuid default null)
  returns table (id uuid, likeness real)
language plpgsql stable security definer rows 20
set search_path = ''
as $$
declare
  v_typed constant text := internal.latin_letters(internal.fold(search));
begin
  if length(v_typed) < 3 then
    return;
  end if;
  perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
  return query
  select p.id, extensions.word_similarity(v_typed, p.search_text) as alike
  from app.products p
  where p.company_id = internal.current_company_id()
    and p.store_id = any ((select internal.stores_in_reach(find_similar_products.store_id))::uuid[])
    and p.search_text operator(extensions.%>) v_typed
  order by alike desc, p.created_at desc, p.id desc
  limit 20;
end
$$;
grant execute on function internal.find_similar_products(text, uuid) to haat_staff;
