-- Gives an attribute of a store.
-- Raises: HT100.
create or replace function internal.find_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql stable
set search_path = ''
as $$
declare
  v_attribute app.attributes;
begin
  select * into v_attribute
    from app.attributes a
    where a.id = find_attribute.id and a.store_id = find_attribute.store_id;
  if v_attribute.id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "attribute"}');
  end if;
  return v_attribute;
end
$$;
