-- Creates an attribute with its values (POST /attributes).
-- Takes: the attribute, with stored swatch images.
-- Gives: the attribute.
-- Raises: HT008, HT100 (store_id); HT101 (a repeated value); HT008 (swatches); 23505 (name, slug).
create or replace function api.create_attribute(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := uuidv7();
begin
  insert into app.attributes (id, company_id, store_id, name, slug, type, input_type, is_filterable, is_required)
  values (v_id, internal.current_company_id(), v_store_id, input ->> 'name',
    coalesce(
      input ->> 'slug',
      internal.free_slug('app.attributes', v_store_id,
        internal.slug_from(input ->> 'name', 'attribute-' || right(v_id::text, 12), 100))),
    input ->> 'type',
    coalesce(input ->> 'input_type', 'text'),
    coalesce((input ->> 'is_filterable')::boolean, false),
    coalesce((input ->> 'is_required')::boolean, false));
  perform internal.add_values(v_id, coalesce(nullif(input -> 'values', 'null'), '[]'), true);
  return internal.attribute_document(v_id);
end
$$;
grant execute on function api.create_attribute(jsonb) to haat_api;
