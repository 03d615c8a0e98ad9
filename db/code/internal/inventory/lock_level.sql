-- Locks the inventory level of a variant at a location; creates it, empty, when there is none.
-- Gives: the level as it is under the lock.
create or replace function internal.lock_level(stocked app.variants, location_id uuid) returns app.inventory_levels
language plpgsql volatile
set search_path = ''
as $$
declare
  v_level app.inventory_levels;
begin
  for v_attempt in 1..2 loop
    select * into v_level
      from app.inventory_levels l
      where l.variant_id = stocked.id and l.location_id = lock_level.location_id
      for update;
    exit when found;
    insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
    values (stocked.company_id, stocked.store_id, lock_level.location_id, stocked.id)
    on conflict on constraint inventory_levels_variant_location_key do nothing;
  end loop;
  return v_level;
end
$$;
