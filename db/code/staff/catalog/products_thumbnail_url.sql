-- The address of the image that lists show; null without images.
-- Raises: nothing.
create or replace function staff.products_thumbnail_url(product app.products) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(i.media_key) from app.product_images i where i.product_id = product.id and i.is_thumbnail;
end;
grant execute on function staff.products_thumbnail_url(app.products) to haat_staff;
