-- Locks the inventory levels of variants at a location, in the order of the variants' ids.
-- Gives: the variants that have a level, in that order, and the units available of each under the lock.
--
-- Every function locks in this order, so two orders for the same goods queue and never deadlock.
create or replace function internal.lock_stock(location_id uuid, variant_ids uuid[],
  out locked_ids uuid[], out available integer[])
language plpgsql volatile
set search_path = ''
as $$
begin
  select array_agg(t.variant_id), array_agg(t.available)
    into locked_ids, available
    from (
      select l.variant_id, l.on_hand - l.reserved as available
      from app.inventory_levels l
      where l.variant_id = any (variant_ids) and l.location_id = lock_stock.location_id
      order by l.variant_id
      for update
    ) t;
end
$$;
