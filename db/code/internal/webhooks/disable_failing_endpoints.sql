--! owner: haat_gatekeeper
-- Timer: switches off webhook endpoints with 10 failed attempts and no success in 5 days; gives how many.
-- Safe to run twice.
-- see: guides/webhooks#when-deliveries-fail
--
-- Attempts do this themselves; the timer finds endpoints that were not called for a while.
create or replace function internal.disable_failing_endpoints() returns integer
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_failing record;
  v_count integer := 0;
begin
  for v_failing in
    select t.id from app.webhook_endpoints t
    where t.status = 'active' and internal.is_failing_for_good(t.failures, t.failing_since)
      and not internal.has_moved(t.company_id)
    order by t.id
    for no key update
  loop
    perform internal.disable_endpoint(v_failing.id, 'failing');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
grant execute on function internal.disable_failing_endpoints() to haat_worker;
