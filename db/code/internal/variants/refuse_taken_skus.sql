-- Refuses variants of which some have a SKU that another variant of the store has, and names each.
-- Takes: the variants as they were sent and, for each, the id of the variant it was written to; and the ids of those
-- whose SKU is new.
-- Raises: HT101.
-- see: reference/products#create_product
--
-- Of two sent variants with one SKU, the later is named. A variant that was sent without a SKU is never named.
create or replace function internal.refuse_taken_skus(variants jsonb, variant_ids uuid[], claimed uuid[])
  returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_fields jsonb;
begin
  with line as (
    select w.n, w.id, variants -> (w.n - 1)::integer ->> 'sku' as sku
    from unnest(variant_ids) with ordinality as w (id, n)
  ), taken as (
    select l.n, l.sku
    from line l
    join app.variants mine on mine.id = l.id
    where l.sku is not null and l.id = any (claimed) and exists (
      select from internal.variants_alike(mine.store_id, l.sku) other
      left join line x on x.id = other.id
      where other.id <> l.id
        and (x.sku is null or x.n < l.n or x.id <> all (claimed)))
  )
  select jsonb_object_agg(
      format('variants.%s.sku', t.n - 1),
      jsonb_build_array(internal.problem('skuTaken.sku', jsonb_build_object('sku', t.sku))))
    into v_fields
    from taken t;
  perform internal.fail('HT101', 'skuTaken', fields => v_fields);
end
$$;
