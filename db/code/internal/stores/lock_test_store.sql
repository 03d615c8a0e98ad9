-- Locks a test store of the company.
-- Raises: HT100 (no such store), HT101 (a live store, or one that is not active).
create or replace function internal.lock_test_store(store_id uuid) returns app.stores
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store app.stores;
begin
  select * into v_store from app.stores s where s.id = lock_test_store.store_id for no key update;
  if v_store.id is null then
    perform internal.field_error('HT100', 'store_id', 'gone.store');
  elsif not v_store.is_test then
    perform internal.field_error('HT101', 'store_id', 'testOnly');
  elsif v_store.status <> 'active' then
    perform internal.field_error('HT101', 'store_id', 'notActive');
  end if;
  return v_store;
end
$$;
