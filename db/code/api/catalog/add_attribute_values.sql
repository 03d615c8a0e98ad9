-- POST /attributes/{id}/values.
-- Takes: further values with stored swatch pictures.
-- Gives: the attribute.
-- Raises: HT008 and HT100 for store_id, HT100, HT101 (a repeated value), HT008 (swatches).
-- decisions: 11
create or replace function api.add_attribute_values(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a constant app.attributes := internal.lock_attribute((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  perform internal.add_values(a.id, input -> 'values', false);
  return internal.attribute_document(a.id);
end
$$;
grant execute on function api.add_attribute_values(jsonb) to haat_api;
