-- Gives the filter scan of inventory levels that have changed since a moment (internal.list_paths): those with a
-- movement since, and those that were made or got another threshold. More than a budget of either is a row of nulls.
-- see: guides/pagination-and-sync#keep-a-copy-up-to-date
--
-- internal.post_stock writes a level and its movement in one statement, so that each snapshot has both or none. The
-- movement has the time before that statement, the level the time within: a minute is more than a transaction may
-- last. What is found is asked for its updated_at as everywhere (internal.filters).
create or replace function internal.level_scans(input jsonb) returns text[]
language sql immutable
return case when input ->> 'updated_after' is null then '{}'::text[] else array[$c$
  with moved as materialized (
    select m.variant_id, m.location_id
    from pg_catalog.unnest($8) s (id)
    cross join lateral (
      select m.variant_id, m.location_id from app.stock_movements m
      where m.store_id = s.id and m.created_at >= ($1 ->> 'updated_after')::timestamptz - interval '1 minute'
      order by m.created_at desc, m.id desc limit 4 * $10 + 1) m
    limit 4 * $10 + 1
  ), thresholds as materialized (
    select l.variant_id, l.location_id
    from pg_catalog.unnest($8) s (id)
    cross join lateral (
      select l.variant_id, l.location_id from app.inventory_levels l
      where l.store_id = s.id
        and l.threshold_changed_at >= ($1 ->> 'updated_after')::timestamptz - interval '1 minute'
      order by l.threshold_changed_at desc limit 4 * $10 + 1) l
    limit 4 * $10 + 1
  ), changed as materialized (
    select * from moved union select * from thresholds
  )
  select t.*
  from changed c
  cross join lateral (
    select t.* from app.inventory_levels t
    where t.variant_id = c.variant_id and t.location_id = c.location_id and {scope} limit 1) t
  union all
  select (null::app.inventory_levels).*
  where (select pg_catalog.count(*) from moved) > 4 * $10 or (select pg_catalog.count(*) from thresholds) > 4 * $10
  $c$] end;
grant execute on function internal.level_scans(jsonb) to haat_gatekeeper;
