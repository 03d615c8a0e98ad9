-- The address of the picture that the line was ordered with; null without one.
-- Raises: nothing.
create or replace function staff.order_items_image_url(item app.order_items) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(item.image_media_key);
end;
grant execute on function staff.order_items_image_url(app.order_items) to haat_staff;
