-- The address of the picture: at most 2560 pixels wide and high, as WebP.
-- Raises: nothing.
create or replace function staff.product_images_url(image app.product_images) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(image.media_key);
end;
grant execute on function staff.product_images_url(app.product_images) to haat_staff;
