-- Changes an attribute (PATCH /attributes/{id}).
-- Takes: the fields to change.
-- Gives: the attribute.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (type in use); HT008 (input_type); 23505 (name, slug).
create or replace function api.update_attribute(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_attribute constant app.attributes :=
    internal.lock_attribute((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  if input ->> 'type' <> v_attribute.type and exists (
    select from app.variant_options o
    where o.store_id = v_attribute.store_id and o.attribute_id = v_attribute.id
  ) then
    perform internal.field_error('HT101', 'type', 'attributeInUse');
  end if;
  if input ->> 'input_type' = 'text' and exists (
    select from app.attribute_values v
    where v.attribute_id = v_attribute.id and (v.swatch_hex is not null or v.swatch_image is not null)
  ) then
    perform internal.field_error('HT008', 'input_type', 'attributeInUse.swatches');
  end if;
  update app.attributes t set
    name = coalesce(input ->> 'name', t.name),
    slug = coalesce(input ->> 'slug', t.slug),
    type = coalesce(input ->> 'type', t.type),
    input_type = coalesce(input ->> 'input_type', t.input_type),
    is_filterable = coalesce((input ->> 'is_filterable')::boolean, t.is_filterable),
    is_required = coalesce((input ->> 'is_required')::boolean, t.is_required)
    where t.id = v_attribute.id;
  return internal.attribute_document(v_attribute.id);
end
$$;
grant execute on function api.update_attribute(jsonb) to haat_api;
