-- Sets the low-stock thresholds that adjustments give, where they are others, and sends product.updated for each.
-- Takes: the levels, the products of those that give one being locked, and the adjustments.
-- Gives: the threshold of each line's variant before the line.
create or replace function internal.adjust_thresholds(levels app.inventory_levels[], adjustments jsonb[])
  returns integer[]
language plpgsql volatile
set search_path = ''
as $$
declare
  v_thresholds integer[];
  v_given record;
  v_variant app.variants;
begin
  v_thresholds := array(
    select v.low_stock_threshold
    from unnest(levels) with ordinality l
    join app.variants v on v.id = l.variant_id
    order by l.ordinality);
  for v_given in
    select a.n, (a.item ->> 'low_stock_threshold')::integer as threshold
    from unnest(adjustments) with ordinality as a (item, n)
    where a.item ->> 'low_stock_threshold' is not null
    order by a.n
  loop
    if v_given.threshold <> v_thresholds[v_given.n] then
      select * into v_variant from app.variants v where v.id = (levels[v_given.n]).variant_id;
      -- Its levels follow (internal.tg_variants__copy_threshold). Its product has changed too: it shows the variant.
      update app.variants v set low_stock_threshold = v_given.threshold where v.id = v_variant.id;
      perform internal.publish_product(v_variant.product_id);
      -- What the lines after it find.
      v_thresholds := array(
        select case when l.variant_id = v_variant.id and l.ordinality > v_given.n
          then v_given.threshold else v_thresholds[l.ordinality] end
        from unnest(levels) with ordinality l
        order by l.ordinality);
    end if;
  end loop;
  return v_thresholds;
end
$$;
