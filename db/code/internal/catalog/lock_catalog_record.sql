-- Locks a record of the catalog as the operations of the API do, and gives its store.
-- Takes: product, category, brand, attribute or video, and its id.
-- Raises: HT100.
create or replace function internal.lock_catalog_record(object_type text, id uuid) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_id uuid;
begin
  case object_type
    when 'product' then
      select t.store_id into v_store_id from app.products t where t.id = lock_catalog_record.id;
    when 'attribute' then
      select t.store_id into v_store_id from app.attributes t where t.id = lock_catalog_record.id;
    when 'brand' then
      select t.store_id into v_store_id from app.brands t where t.id = lock_catalog_record.id for no key update;
    when 'category' then
      select t.store_id into v_store_id from app.categories t where t.id = lock_catalog_record.id for no key update;
    when 'video' then
      select t.store_id into v_store_id from app.videos t where t.id = lock_catalog_record.id for no key update;
  end case;
  if v_store_id is null then
    perform internal.fail('HT100', 'gone', jsonb_build_object('thing', object_type));
  end if;
  if object_type = 'product' then
    perform internal.lock_product(lock_catalog_record.id, v_store_id);
  elsif object_type = 'attribute' then
    perform internal.lock_attribute(lock_catalog_record.id, v_store_id);
  end if;
  return v_store_id;
end
$$;
