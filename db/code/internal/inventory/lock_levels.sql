-- Locks the inventory levels of variants at locations, in the order of the variants' ids; creates those that are not
-- there, empty.
-- Takes: variants and the location of each; a level may be given once.
-- Gives: the levels as they are under the lock, in the order given.
create or replace function internal.lock_levels(variant_ids uuid[], location_ids uuid[]) returns app.inventory_levels[]
language plpgsql volatile
set search_path = ''
as $$
declare
  v_levels app.inventory_levels[];
begin
  for v_attempt in 1..2 loop
    v_levels := array(
      select t.level
      from (
        select l as level, w.n
        from unnest(variant_ids, location_ids) with ordinality as w (variant_id, location_id, n)
        join app.inventory_levels l on l.variant_id = w.variant_id and l.location_id = w.location_id
        order by l.variant_id, l.location_id
        for update of l
      ) t
      order by t.n);
    exit when cardinality(v_levels) = cardinality(variant_ids);
    insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
    select v.company_id, v.store_id, w.location_id, v.id
    from unnest(variant_ids, location_ids) as w (variant_id, location_id)
    join app.variants v on v.id = w.variant_id
    order by v.id, w.location_id
    on conflict on constraint inventory_levels_variant_location_key do nothing;
  end loop;
  return v_levels;
end
$$;
