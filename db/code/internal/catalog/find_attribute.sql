-- Takes: an attribute and its store.
-- Gives: the attribute.
-- Raises: HT100.
create or replace function internal.find_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql stable
set search_path = ''
as $$
declare
  a app.attributes;
begin
  select * into a from app.attributes t where t.id = find_attribute.id and t.store_id = find_attribute.store_id;
  if a.id is null then
    perform internal.fail('HT100', 'No such attribute in the data this key sees.');
  end if;
  return a;
end
$$;
