-- Takes: an attribute's input_type, the fields of one of its values and a prefix for field names.
-- Raises HT008 for a swatch that the attribute cannot have.
-- spec: POST /attributes
create or replace function internal.check_swatches(input_type text, entry jsonb, field_prefix text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if input_type = 'text' and entry ->> 'swatch_hex' is not null then
    perform internal.field_error('HT008', field_prefix || 'swatch_hex', 'is only for attributes whose input_type is color or image');
  elsif input_type = 'text' and entry ->> 'swatch_image' is not null then
    perform internal.field_error('HT008', field_prefix || 'swatch_image_url', 'is only for attributes whose input_type is color or image');
  end if;
end
$$;
