--! owner: haat_gatekeeper
-- Row trigger: hides the variants of a product that was archived from the lists of what a location misses, or shows
-- them again.
create or replace function internal.tg_products__archive_missing_levels() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update app.missing_levels m set is_archived = (new.status = 'archived')
    from app.variants v
    cross join app.locations l
    where v.store_id = new.store_id and v.product_id = new.id and l.company_id = new.company_id
      and m.company_id = new.company_id and m.store_id = new.store_id and m.location_id = l.id
      and m.is_archived = (old.status = 'archived')
      and m.created_at = v.created_at and m.variant_id = v.id;
  return null;
end
$$;
grant execute on function internal.tg_products__archive_missing_levels() to haat_owner;
