-- Finds the next products that show what was renamed, in the order of their ids.
-- Takes: the locked rename and how many products at most.
create or replace function internal.next_renamed_products(rename internal.pending_renames, batch integer)
  returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_after constant uuid := coalesce(rename.after_product_id, '00000000-0000-0000-0000-000000000000');
begin
  return case rename.kind
    when 'brand' then array(
      select p.id
      from app.products p
      where p.store_id = rename.store_id and p.brand_id = rename.id and p.id > v_after
      order by p.id
      limit batch)
    when 'category' then array(
      select c.product_id
      from app.product_categories c
      where c.store_id = rename.store_id and c.category_id = rename.id and c.product_id > v_after
      order by c.product_id
      limit batch)
    else array(
      select distinct v.product_id
      from app.variant_options o
      join app.variants v on v.id = o.variant_id
      where o.store_id = rename.store_id
        and v.product_id > v_after
        and case rename.kind
          when 'attribute' then o.attribute_id = rename.id
          else o.attribute_id = (select a.attribute_id from app.attribute_values a where a.id = rename.id)
            and o.value_id = rename.id end
      order by v.product_id
      limit batch)
  end;
end
$$;
