-- Refuses a swatch on a value of an attribute that shows text.
-- Takes: the attribute's input_type, the fields of the value and a prefix for field names.
-- Raises: HT008.
-- see: reference/attributes#create_attribute
create or replace function internal.check_swatches(input_type text, entry jsonb, field_prefix text) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if input_type = 'text' and entry ->> 'swatch_hex' is not null then
    perform internal.field_error('HT008', field_prefix || 'swatch_hex', 'swatch');
  elsif input_type = 'text' and entry ->> 'swatch_image' is not null then
    perform internal.field_error('HT008', field_prefix || 'swatch_image_url', 'swatch');
  end if;
end
$$;
