-- Adds values to an attribute (POST /attributes/{id}/values).
-- Takes: the values, with stored swatch images.
-- Gives: the attribute.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (a repeated value); HT008 (swatches).
create or replace function api.add_attribute_values(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_attribute constant app.attributes :=
    internal.lock_attribute((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  perform internal.add_values(v_attribute.id, input -> 'values', false);
  return internal.attribute_document(v_attribute.id);
end
$$;
grant execute on function api.add_attribute_values(jsonb) to haat_api;
