-- Gives one location of the company (GET /locations/{id}).
-- Raises: HT100 (store_id, id).
create or replace function api.get_location(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_document json;
begin
  perform internal.find_store_for_reading(input);
  select d.document into v_document from internal.location_documents(array[(input ->> 'id')::uuid]) d;
  if v_document is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "location"}');
  end if;
  return v_document;
end
$$;
grant execute on function api.get_location(jsonb) to haat_api;
