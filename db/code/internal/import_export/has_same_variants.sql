-- Tells whether the variants of a line of an import are those of the product already, in all that the line says.
-- Takes: the product and the variants of the line.
--
-- By the rules of internal.change_variant: null keeps a name, a price, a threshold and a status, and clears the
-- others; a discount price of 0 is none. Options are set when a variant is made.
create or replace function internal.has_same_variants(product_id uuid, variants jsonb) returns boolean
language sql stable
set search_path = ''
begin atomic
  select coalesce(bool_and(v.id is not null
      and jsonb_build_object(
        'barcode', v.barcode,
        'name', v.name,
        'price', v.price,
        'discount_price', v.discount_price,
        'weight', v.weight,
        'dimensions', v.dimensions,
        'low_stock_threshold', v.low_stock_threshold,
        'status', v.status) @> (s.said - kept.names)), true)
    from jsonb_array_elements(internal.imported_variants(has_same_variants.product_id, has_same_variants.variants))
      as w (item)
    cross join lateral (
      select (w.item - '{id,sku,options}'::text[])
        || case when (w.item ->> 'discount_price')::numeric = 0 then '{"discount_price": null}' else '{}'::jsonb end
        as said
    ) s
    cross join lateral (
      select array(select f from unnest('{name,price,low_stock_threshold,status}'::text[]) f
        where s.said -> f = 'null') as names
    ) kept
    left join app.variants v on v.id = (w.item ->> 'id')::uuid;
end;
