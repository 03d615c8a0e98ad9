-- Refuses a value that an attribute does not have.
-- Takes: the attribute and the value's id.
-- Raises: HT100.
create or replace function internal.require_attribute_value(attribute_id uuid, id uuid) returns void
language plpgsql stable
set search_path = ''
as $$
begin
  if not exists (
    select from app.attribute_values v
    where v.attribute_id = require_attribute_value.attribute_id and v.id = require_attribute_value.id)
  then
    perform internal.fail('HT100', 'gone.ofAttribute', '{"thing": "value"}');
  end if;
end
$$;
