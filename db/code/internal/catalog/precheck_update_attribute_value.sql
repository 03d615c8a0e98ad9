-- Takes: the input of update_attribute_value.
-- Looks before its pictures are fetched.
-- Raises, in this order, HT008 and HT100 for store_id, HT100 (attribute, value).
create or replace function internal.precheck_update_attribute_value(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  a constant app.attributes := internal.find_attribute((input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  perform internal.require_attribute_value(a.id, (input ->> 'value_id')::uuid);
end
$$;
grant execute on function internal.precheck_update_attribute_value(jsonb) to haat_api;
