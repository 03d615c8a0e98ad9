--! owner: haat_gatekeeper
-- Row trigger: a variant that has a level at a location is missing there no more.
create or replace function internal.tg_inventory_levels__fill_missing() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from app.missing_levels m
    using app.variants v
    where v.id = new.variant_id and m.company_id = new.company_id and m.store_id = new.store_id
      and m.location_id = new.location_id and m.is_archived = any (array[false, true])
      and m.created_at = v.created_at and m.variant_id = v.id;
  return null;
end
$$;
grant execute on function internal.tg_inventory_levels__fill_missing() to haat_owner;
