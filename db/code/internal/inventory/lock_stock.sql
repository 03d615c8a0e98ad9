-- Takes: a location and variants.
-- Locks their levels in variant order.
-- Lock order: db/README.md.
--
-- Stock rows are locked in variant order by everyone, so two orders over the same goods queue and never deadlock.
create or replace function internal.lock_stock(location_id uuid, variant_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform 1 from app.inventory_levels l
    where l.variant_id = any (variant_ids) and l.location_id = lock_stock.location_id
    order by l.variant_id for update;
end
$$;
