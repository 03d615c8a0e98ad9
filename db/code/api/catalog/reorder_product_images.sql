-- POST /products/{id}/images/reorder.
-- Takes: every image's id in the order wanted.
-- Gives: the product.
-- Raises: HT008 and HT100 for store_id, HT100, HT008.
-- decisions: 11
create or replace function api.reorder_product_images(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.find_store_for_writing(input));
  v_ids constant uuid[] := array(select w.id::uuid from jsonb_array_elements_text(input -> 'image_ids') with ordinality as w (id, n) order by w.n);
begin
  if array(select u.id from unnest(v_ids) u (id) order by u.id) <> array(select i.id from app.product_images i where i.product_id = p.id order by i.id) then
    perform internal.field_error('HT008', 'image_ids', 'must name every image of the product exactly once');
  end if;
  perform internal.set_image_positions(p.id, v_ids);
  return internal.product_changed(p);
end
$$;
grant execute on function api.reorder_product_images(jsonb) to haat_api;
