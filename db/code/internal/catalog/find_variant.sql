-- Takes: an id, SKU or barcode and a store (or null).
-- Gives: the variant's id.
-- Raises: HT100, and HT101 when several variants have the SKU or barcode, naming identifier and, when it would settle
-- it, store_id.
-- spec: Endpoint list, /variants/{identifier};
-- decisions: Ambiguous identifiers
--
-- An identifier is an id, else a SKU, else a barcode. SKUs are unique in a store, barcodes may repeat, and a company key
-- may meet the same SKU in two stores. Whoever means one of several is asked which: a guess would read, or change, the
-- wrong goods.
create or replace function internal.find_variant(identifier text, store_id uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_most_named constant integer := 10;
  v_store_ids constant uuid[] := case when store_id is null then internal.current_store_ids()
    else array(select s from unnest(internal.current_store_ids()) s where s = find_variant.store_id) end;
  v_ids uuid[];
  v_store_count integer;
  v_problem text;
begin
  if identifier ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    v_ids := array(select v.id from app.variants v where v.store_id = any (v_store_ids) and v.id = identifier::uuid);
  end if;
  if v_ids is null or v_ids = '{}' then
    v_ids := array(select v.id from app.variants v where v.store_id = any (v_store_ids) and v.sku = identifier
      order by v.created_at, v.id);
  end if;
  if v_ids = '{}' then
    v_ids := array(select v.id from app.variants v where v.store_id = any (v_store_ids) and v.barcode = identifier
      order by v.created_at, v.id limit v_most_named + 1);
  end if;
  if v_ids = '{}' then
    perform internal.fail('HT100', 'No such variant in the data this key sees.');
  elsif cardinality(v_ids) > 1 then
    v_problem := format('fits several variants; use the id of one of them: %s%s', array_to_string(v_ids[:v_most_named], ', '),
      case when cardinality(v_ids) > v_most_named then ' and more' end);
    select count(distinct v.store_id) into v_store_count from app.variants v
      where v.store_id = any (v_store_ids) and v.id = any (v_ids);
    perform internal.fail('HT101', format('identifier %s.', v_problem),
      jsonb_build_object('identifier', jsonb_build_array(v_problem))
      || case when v_store_count = cardinality(v_ids)
           then jsonb_build_object('store_id', jsonb_build_array('is needed to choose one: each is in a different store')) else '{}' end);
  end if;
  return v_ids[1];
end
$$;
grant execute on function internal.find_variant(text, uuid) to haat_api;
