-- Changes a value of an attribute (PATCH /attributes/{id}/values/{value_id}).
-- Takes: the fields to change (absent: kept, null: cleared), with a stored swatch image.
-- Gives: the attribute.
-- Raises: HT008, HT100 (store_id); HT100 (id, value_id); HT008 (swatches); HT101 (a repeated value).
create or replace function api.update_attribute_value(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_attribute constant app.attributes :=
    internal.lock_attribute((input ->> 'id')::uuid, internal.find_store_for_writing(input));
  v_id constant uuid := (input ->> 'value_id')::uuid;
begin
  perform internal.require_attribute_value(v_attribute.id, v_id);
  perform internal.check_swatches(v_attribute.input_type, input, '');
  if exists (
    select from app.attribute_values v
    where v.attribute_id = v_attribute.id and v.id <> v_id
      and internal.fold(v.value) = internal.fold(input ->> 'value')
  ) then
    perform internal.field_error('HT101', 'value', 'valueTaken',
      jsonb_build_object('attribute', v_attribute.name, 'value', input ->> 'value'));
  end if;
  update app.attribute_values v set
    value = coalesce(input ->> 'value', v.value),
    position = coalesce((input ->> 'position')::integer, v.position),
    swatch_hex = case when input ? 'swatch_hex' then upper(input ->> 'swatch_hex') else v.swatch_hex end,
    swatch_image =
      case when input ? 'swatch_image' then input -> 'swatch_image' ->> 'media_key' else v.swatch_image end
    where v.id = v_id;
  return internal.attribute_document(v_attribute.id);
end
$$;
grant execute on function api.update_attribute_value(jsonb) to haat_api;
