-- Finds the variant that an identifier names.
-- Takes: an id, SKU or barcode, and a store (or null).
-- Gives: the variant's id.
-- Raises: HT100; HT101 when several variants fit. Its fields name identifier and, where that would decide, store_id.
-- see: guides/overview#conventions
--
-- An identifier is an id, else a SKU as it is written, else one in another letter case or form, else a barcode. SKUs
-- are unique in a store only, and barcodes may repeat. Where several fit, the caller is asked: a guess could read, or
-- change, the wrong goods.
create or replace function internal.find_variant(identifier text, store_id uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_max_named constant integer := 10;
  v_store_ids constant uuid[] := case
    when store_id is null then internal.current_store_ids()
    else array(select s from unnest(internal.current_store_ids()) s where s = find_variant.store_id) end;
  v_ids uuid[] := '{}';
begin
  if identifier ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    v_ids := array(
      select v.id
      from app.variants v
      where v.store_id = any (v_store_ids) and v.id = identifier::uuid);
  end if;
  if v_ids = '{}' then
    v_ids := array(
      select v.id
      from app.variants v
      where v.store_id = any (v_store_ids) and v.sku = identifier
      order by v.created_at, v.id);
  end if;
  if v_ids = '{}' then
    v_ids := array(
      select v.id
      from unnest(v_store_ids) s
      cross join lateral internal.variants_alike(s, identifier) v
      limit v_max_named + 1);
  end if;
  if v_ids = '{}' then
    v_ids := array(
      select v.id
      from app.variants v
      where v.store_id = any (v_store_ids) and v.barcode = identifier
      order by v.created_at, v.id
      limit v_max_named + 1);
  end if;
  if v_ids = '{}' then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "variant"}');
  elsif cardinality(v_ids) > 1 then
    perform internal.refuse_ambiguous_variant(v_ids, v_max_named);
  end if;
  return v_ids[1];
end
$$;
grant execute on function internal.find_variant(text, uuid) to haat_api;
