-- Gives the variants of an import as staff.create_product and update_product take them.
-- Takes: the product (null: it is new) and the variants of the line.
--
-- A variant that is known by its SKU keeps its cost, which is the average of what was bought, and its name, unless the
-- file names it. What only the import knows is taken out.
create or replace function internal.imported_variants(product_id uuid, variants jsonb) returns jsonb
language sql stable
set search_path = ''
begin atomic
  select jsonb_agg(
      case
        when v.id is null then w.variant - '{stock,bin,is_named}'::text[]
        else w.variant - '{stock,bin,is_named,cost_price}'::text[]
          - case when w.variant ? 'is_named' then '{}' else '{name}'::text[] end
          || jsonb_build_object('id', v.id)
      end
      order by w.n)
    from jsonb_array_elements(imported_variants.variants) with ordinality as w (variant, n)
    left join app.variants v on v.id = internal.find_product_sku(
      imported_variants.product_id, w.variant ->> 'sku');
end;
