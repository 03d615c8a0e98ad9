-- Refuses update_attribute_value before its images are fetched, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; HT100 for the attribute and its value.
create or replace function internal.precheck_update_attribute_value(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_attribute constant app.attributes := internal.find_attribute(
    (input ->> 'id')::uuid, internal.find_store_for_writing(input));
begin
  perform internal.require_attribute_value(v_attribute.id, (input ->> 'value_id')::uuid);
end
$$;
grant execute on function internal.precheck_update_attribute_value(jsonb) to haat_api;
