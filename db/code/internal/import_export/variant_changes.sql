-- Names what the variants of a line of an import would change of those that the product has.
-- Takes: the product and the variants of the line.
-- Gives: fields of variants, each once; "variants": there would be further ones.
--
-- By the rules of internal.change_variant: null keeps a name, a price, a threshold and a status, and clears the
-- others; a discount price of 0 is none. Options are set when a variant is made.
create or replace function internal.variant_changes(product_id uuid, variants jsonb) returns setof text
language sql stable rows 3
set search_path = ''
begin atomic
  select distinct case when v.id is null then 'variants' else f.key end
    from jsonb_array_elements(internal.imported_variants(variant_changes.product_id, variant_changes.variants))
      as w (item)
    cross join lateral (
      select (w.item - '{id,options}'::text[])
        || case when (w.item ->> 'discount_price')::numeric = 0 then '{"discount_price": null}' else '{}'::jsonb end
        as said
    ) s
    left join app.variants v on v.id = (w.item ->> 'id')::uuid
    cross join lateral (
      select jsonb_build_object(
        'sku', v.sku,
        'barcode', v.barcode,
        'name', v.name,
        'price', v.price,
        'discount_price', v.discount_price,
        'weight', v.weight,
        'dimensions', v.dimensions,
        'low_stock_threshold', v.low_stock_threshold,
        'status', v.status) as fields
    ) now
    cross join lateral jsonb_each(s.said || '{"": null}') f
    where case
      when v.id is null then f.key = ''
      when f.key = '' then false
      when f.value = 'null' and f.key = any ('{name,price,low_stock_threshold,status}'::text[]) then false
      else not now.fields @> jsonb_build_object(f.key, f.value) end;
end;
