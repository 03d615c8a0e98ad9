-- An identifier is an id, else a SKU, else a barcode: SKUs are unique in a store, barcodes may repeat (the oldest wins),
-- and a company key may meet the same SKU in two stores (then store_id tells which; without it the oldest wins).
create or replace function internal.find_variant(identifier text, store_id uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_id uuid;
begin
  if identifier ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    select v.id into v_id from app.variants v
      where v.id = identifier::uuid and (find_variant.store_id is null or v.store_id = find_variant.store_id);
  end if;
  if v_id is null then
    select v.id into v_id from app.variants v
      where v.store_id = any (internal.current_store_ids()) and v.sku = identifier and (find_variant.store_id is null or v.store_id = find_variant.store_id)
      order by v.created_at, v.id limit 1;
  end if;
  if v_id is null then
    select v.id into v_id from app.variants v
      where v.store_id = any (internal.current_store_ids()) and v.barcode = identifier and (find_variant.store_id is null or v.store_id = find_variant.store_id)
      order by v.created_at, v.id limit 1;
  end if;
  if v_id is null then
    perform internal.fail('HT100', 'No such variant in the data this key sees.');
  end if;
  return v_id;
end
$$;
comment on function internal.find_variant(text, uuid) is 'Takes an id, SKU or barcode and a store (or null); gives the variant''s id. Raises HT100. spec: Endpoint list, /variants/{identifier}';
grant execute on function internal.find_variant(text, uuid) to haat_api;
