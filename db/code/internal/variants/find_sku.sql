-- Gives the variant of a store that has a SKU: as it is written, else in another letter case or form, unless several
-- do.
create or replace function internal.find_sku(store_id uuid, sku text) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid := (select v.id from app.variants v where v.store_id = find_sku.store_id and v.sku = find_sku.sku);
  v_ids uuid[];
begin
  if v_id is null then
    v_ids := array(select a.id from internal.variants_alike(find_sku.store_id, find_sku.sku) a);
    if cardinality(v_ids) = 1 then
      v_id := v_ids[1];
    end if;
  end if;
  return v_id;
end
$$;
grant execute on function internal.find_sku(uuid, text) to haat_api, haat_staff, haat_gatekeeper;
