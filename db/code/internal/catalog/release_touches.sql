-- Ends a change of a product by several statements: what they changed of what is shown with it is noted now.
-- Takes: the product.
-- see: guides/inside#stored-documents-of-products
create or replace function internal.release_touches(product_id uuid) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_touched constant text := current_setting('haat.touched_product', true);
begin
  perform set_config('haat.held_product', '', true);
  if v_touched = release_touches.product_id::text then
    perform internal.touch_products(array[release_touches.product_id]);
  end if;
end
$$;
