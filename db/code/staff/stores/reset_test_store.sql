-- Brings a test store back to the demo, within some seconds: a new store takes its place, under its name, with its API
-- keys and webhook endpoints, and it is closed for good. At most 20 times in 24 hours. Needs settings.manage.
-- Gives: the store as it is until then; its keys work on meanwhile.
-- Raises: HT014 (permission), HT100, HT101 (a live store; not active; under way; too often).
--
-- History is never taken back (the ledger refuses it), so a store is not emptied: it is replaced.
create or replace function staff.reset_test_store(store_id uuid) returns app.stores
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store app.stores;
begin
  perform internal.require_permission('settings.manage');
  v_store := internal.lock_test_store(reset_test_store.store_id);
  if v_store.reset_asked_at is not null then
    perform internal.field_error('HT101', 'store_id', 'resetting');
  end if;
  perform internal.check_test_stores(0);
  perform internal.log_activity(v_store.id, 'store.reset', 'store', v_store.id);
  return internal.ask_for_reset(v_store);
end
$$;
grant execute on function staff.reset_test_store(uuid) to haat_staff;
