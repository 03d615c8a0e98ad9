-- The address of its swatch image; null without one.
-- Raises: nothing.
create or replace function staff.attribute_values_swatch_image_url(attribute_value app.attribute_values) returns text
language sql stable
set search_path = ''
begin atomic
  select internal.media_url(attribute_value.swatch_image);
end;
grant execute on function staff.attribute_values_swatch_image_url(app.attribute_values) to haat_staff;
