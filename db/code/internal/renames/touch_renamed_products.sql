-- Touches products that show what was renamed, and those of their variants that do.
-- Takes: the locked rename and the products.
create or replace function internal.touch_renamed_products(rename internal.pending_renames, product_ids uuid[])
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  perform from app.products p
    where p.id = any (product_ids)
    order by p.id
    for no key update;
  if rename.kind in ('attribute', 'value') then
    update app.variants v
      set updated_at = v.updated_at + interval '1 millisecond'
      where v.product_id = any (product_ids)
        and exists (
          select from app.variant_options o
          where o.variant_id = v.id
            and case rename.kind when 'attribute' then o.attribute_id else o.value_id end = rename.id);
  end if;
  perform internal.touch_products(product_ids);
end
$$;
