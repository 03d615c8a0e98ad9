-- Locks a record that stands for itself in its store, and gives the updated_at that it has under the lock.
-- Takes: category, brand, customer or job, its id and its store.
-- Raises: HT100.
create or replace function internal.lock_simple_version(record text, id uuid, store_id uuid) returns timestamptz
language plpgsql volatile
set search_path = ''
as $$
declare
  v_id constant uuid := lock_simple_version.id;
  v_store_id constant uuid := lock_simple_version.store_id;
  v_updated_at timestamptz;
begin
  case record
    when 'category' then
      select t.updated_at into v_updated_at from app.categories t
        where t.store_id = v_store_id and t.id = v_id for no key update;
    when 'brand' then
      select t.updated_at into v_updated_at from app.brands t
        where t.store_id = v_store_id and t.id = v_id for no key update;
    when 'customer' then
      select t.updated_at into v_updated_at from app.customers t
        where t.store_id = v_store_id and t.id = v_id for no key update;
    when 'job' then
      perform internal.find_job(jsonb_build_object('id', v_id, 'store_id', v_store_id));
      select t.updated_at into v_updated_at from app.jobs t
        where t.store_id = v_store_id and t.id = v_id for no key update;
  end case;
  if v_updated_at is null then
    perform internal.fail('HT100', 'gone.ofKey', jsonb_build_object('thing', record));
  end if;
  return v_updated_at;
end
$$;
