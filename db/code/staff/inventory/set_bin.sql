-- Says where the goods of a variant lie at a location, in the shop's own words, such as A-03; null or blank: nowhere
-- special. The pick list goes by it. Saving the same is no change. Needs inventory.manage.
-- Gives: the level; nothing where there is none and none was named.
-- Raises: HT014 (permission), HT100 (location_id, variant_id).
create or replace function staff.set_bin(variant_id uuid, location_id uuid, bin text default null)
  returns app.inventory_levels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_bin constant text := nullif(btrim(set_bin.bin), '');
  v_variant app.variants;
  v_before app.inventory_levels;
  v_level app.inventory_levels;
begin
  perform internal.require_permission('inventory.manage');
  perform internal.require_location(set_bin.location_id);
  select * into v_variant from app.variants v where v.id = set_bin.variant_id;
  if v_variant.id is null then
    perform internal.field_error('HT100', 'variant_id', 'gone.companyVariant');
  elsif v_bin is null and not exists (select from app.inventory_levels l
    where l.variant_id = v_variant.id and l.location_id = set_bin.location_id) then
    return null;
  end if;
  v_before := internal.lock_level(v_variant, set_bin.location_id);
  if v_before.bin is not distinct from v_bin then
    return v_before;
  end if;
  update app.inventory_levels l set bin = v_bin where l.id = v_before.id returning * into v_level;
  perform internal.log_activity(v_level.store_id, 'inventory.shelved', 'inventory_level', v_level.id,
    jsonb_build_object('bin', v_before.bin), jsonb_build_object('bin', v_level.bin));
  perform internal.publish_level_changes(array[v_level.id]);
  return v_level;
end
$$;
grant execute on function staff.set_bin(uuid, uuid, text) to haat_staff;
