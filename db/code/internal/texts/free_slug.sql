-- Gives a slug that is free in a store: the one that is wanted, or with -1, -2 ... added.
-- Takes: a table with (store_id, slug), the store and the slug that is wanted.
-- see: guides/overview#conventions
--
-- What begins with it and a dash stands before what begins with it and a dot: the index finds both together.
-- The advisory lock makes two equal names at one moment wait for each other instead of clash.
create or replace function internal.free_slug(relation text, store_id uuid, wanted text) returns text
language plpgsql volatile
set search_path = ''
as $$
declare
  v_taken text[];
  v_n integer := 0;
  v_slug text := wanted;
begin
  perform pg_advisory_xact_lock(hashtextextended(relation || ' slug ' || store_id, 0));
  execute format(
    'select coalesce(array_agg(t.slug), ''{}'') from %s t
     where t.store_id = $1 and t.slug >= $2 and t.slug < $2 || ''.''
       and (t.slug = $2 or t.slug ~ (''^'' || $2 || ''-[0-9]+$''))',
    relation)
    into v_taken using store_id, wanted;
  while v_slug = any (v_taken) loop
    v_n := v_n + 1;
    v_slug := wanted || '-' || v_n;
  end loop;
  return v_slug;
end
$$;
