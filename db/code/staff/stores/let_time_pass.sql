-- Lets time pass in a test store: what waits there has waited for so many hours longer, and the timers run now. Unpaid
-- orders lapse, call-backs fall due, webhooks are tried again, uploads expire, keys and old secrets end. What was
-- written keeps its times. Needs settings.manage.
-- Takes: hours, from 1 to 720.
-- Raises: HT014 (permission), HT100, HT101 (a live store; not active), HT008 (never in practice: its
-- changes of orders name their store).
create or replace function staff.let_time_pass(store_id uuid, hours integer) returns app.stores
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store app.stores;
begin
  perform internal.require_permission('settings.manage');
  v_store := internal.lock_test_store(let_time_pass.store_id);
  insert into app.time_jumps (company_id, store_id, hours)
  values (v_store.company_id, v_store.id, let_time_pass.hours);
  perform internal.bring_forward(v_store.id, make_interval(hours => let_time_pass.hours));
  perform internal.log_activity(v_store.id, 'store.time_passed', 'store', v_store.id, null,
    jsonb_build_object('hours', let_time_pass.hours));
  return v_store;
end
$$;
grant execute on function staff.let_time_pass(uuid, integer) to haat_staff;
