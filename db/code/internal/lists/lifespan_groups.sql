-- Gives the groups of internal.lifespans as internal.list_paths names them, for what is older than updated_after.
-- Takes: the list (parcels, returns or customers).
create or replace function internal.lifespan_groups(list text) returns jsonb
language sql immutable
return pg_catalog.jsonb_build_object(
  'of', pg_catalog.format('internal.lifespans(%L, $1, $8) g', list),
  'own_ends', true,
  -- Ends that are not known beforehand are taken for near ones; of two on one side only one may be the index's.
  'match', 't.store_id = g.store_id and internal.lifespan_class(t.updated_at - t.created_at) = g.class
    and g.first_at <= $6 and t.created_at >= greatest($4, g.first_at) and t.created_at <= least($6, g.last_at)
    and ((t.created_at, t.id) > ($4, $5)) is true and ((t.created_at, t.id) < ($6, $7)) is true');
grant execute on function internal.lifespan_groups(text) to haat_gatekeeper;
