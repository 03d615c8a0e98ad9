-- Gives the places of a row of a table by places, as they are stored.
create or replace function internal.trimmed_places(places text[]) returns jsonb
language sql immutable
begin atomic
  select coalesce(jsonb_agg(btrim(p.place) order by p.k), '[]')
  from unnest(places) with ordinality as p (place, k);
end;
