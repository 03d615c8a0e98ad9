-- Fills a test store that waits for it with the demo: an empty one as it is, otherwise a new one that takes its place.
-- Takes: the store, and the demo as internal.load_demo takes it.
-- Gives: the store that has the demo now; null when none was waiting. Safe to run twice.
--
-- All in one transaction: until it ends, keys and webhooks work on the store as it was, and a worker that dies leaves
-- nothing behind. What the store was goes on the record: the ledger takes nothing back. The load takes seconds, so it
-- locks nothing of the company: the company's row, with which live stores change their videos, only for the end of it.
create or replace function internal.reset_test_store(store_id uuid, demo jsonb) returns uuid
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.company_to_reset(reset_test_store.store_id);
  v_before app.stores;
  v_after app.stores;
begin
  if v_company_id is null then
    return null;
  end if;
  perform internal.act_as(v_company_id, permissions => internal.all_permissions());
  select * into v_before from app.stores s
    where s.id = reset_test_store.store_id and s.status = 'active' and s.reset_asked_at is not null
    for no key update;
  if v_before.id is not null then
    v_after := v_before;
    if internal.is_store_used(v_before.id) then
      v_after := internal.open_successor(v_before);
    end if;
    perform internal.load_demo(v_after.id, demo);
    if v_after.id <> v_before.id then
      perform internal.lock_company_videos();
      perform internal.hand_over_store(v_before, v_after);
    end if;
    update app.stores t set reset_asked_at = null where t.id = v_after.id;
  end if;
  perform internal.leave_company();
  return v_after.id;
end
$$;
grant execute on function internal.reset_test_store(uuid, jsonb) to haat_worker;
