-- Notes that a test store is to be filled with the demo, and tells a worker.
-- Takes: the locked store.
create or replace function internal.ask_for_reset(store app.stores) returns app.stores
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store app.stores;
begin
  update app.stores t set reset_asked_at = internal.now() where t.id = store.id returning * into v_store;
  perform internal.enqueue('test_store__reset', json_build_object('store_id', store.id),
    job_key => 'test_store__reset ' || store.id);
  return v_store;
end
$$;
