create or replace function internal.lock_attribute(id uuid, store_id uuid) returns app.attributes
language plpgsql volatile
set search_path = ''
as $$
declare
  a app.attributes;
begin
  select * into a from app.attributes t where t.id = lock_attribute.id and t.store_id = lock_attribute.store_id for update;
  if a.id is null then
    perform internal.fail('HT100', 'No such attribute in the data this key sees.');
  end if;
  return a;
end
$$;
comment on function internal.lock_attribute(uuid, uuid) is 'Takes an attribute and its store; locks the attribute for this transaction and gives it. Raises HT100.';
