-- Sets a variant's low-stock threshold and sends product.updated.
-- Takes: the variant, whose product is locked, the level through which it was set, and the threshold in units.
create or replace function internal.set_low_stock_threshold(changed app.variants, level_id uuid, threshold integer)
  returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  update app.variants v set low_stock_threshold = threshold where v.id = changed.id;
  -- The level shows the threshold, so it has changed too; so has the product, which shows the variant.
  update app.inventory_levels l set updated_at = internal.now() where l.id = level_id;
  perform internal.publish_product(changed.product_id);
end
$$;
