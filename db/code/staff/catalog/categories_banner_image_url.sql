-- The address of its banner image; null without one.
-- Raises: nothing.
create or replace function staff.categories_banner_image_url(category app.categories) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(category.banner_image);
end;
grant execute on function staff.categories_banner_image_url(app.categories) to haat_staff;
