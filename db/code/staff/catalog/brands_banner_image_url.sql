-- The address of its banner image; null without one.
-- Raises: nothing.
create or replace function staff.brands_banner_image_url(brand app.brands) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(brand.banner_image);
end;
grant execute on function staff.brands_banner_image_url(app.brands) to haat_staff;
