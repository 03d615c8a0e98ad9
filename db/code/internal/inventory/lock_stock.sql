-- Locks the inventory levels of variants at a location, in the order of the variants' ids.
-- Everybody locks in this order, so two orders for the same goods queue and never deadlock.
create or replace function internal.lock_stock(location_id uuid, variant_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.inventory_levels l
    where l.variant_id = any (variant_ids) and l.location_id = lock_stock.location_id
    order by l.variant_id
    for update;
end
$$;
