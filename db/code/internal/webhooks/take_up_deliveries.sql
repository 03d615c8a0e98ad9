--! owner: haat_gatekeeper
-- Frees deliveries whose worker died, logging the lost attempt, and gives the endpoints that have something due.
-- Safe to run at any time.
-- decisions: 7
--
-- Every worker runs this every few seconds. It is what makes a killed worker, a lost job or a moved clock harmless: the
-- deliveries say themselves what is due.
create or replace function internal.take_up_deliveries() returns table (endpoint_id uuid)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  d record;
begin
  -- A lease that ended: the worker that had it is gone. The attempt may have arrived or not, so it is made again.
  for d in
    select t.* from app.webhook_deliveries t
    where t.status = 'sending' and t.lease_expires_at <= clock_timestamp()
    order by t.endpoint_id, t.id
    for no key update skip locked
  loop
    update app.webhook_deliveries t
      set status = 'pending', next_attempt_at = internal.now(), lease_id = null, lease_expires_at = null, attempts = t.attempts + 1
      where t.id = d.id;
    insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome, error, next_attempt_at)
    values (d.company_id, d.store_id, d.endpoint_id, d.id, d.attempts + 1, 'lost', 'the worker stopped before the answer', internal.now());
    insert into app.webhook_attempt_counts as c (endpoint_id, outcome, company_id, store_id, count)
    values (d.endpoint_id, 'lost', d.company_id, d.store_id, 1)
    on conflict on constraint webhook_attempt_counts_pkey do update set count = c.count + 1;
  end loop;
  -- An event written while its endpoint was being switched off still believed it on.
  update app.webhook_deliveries t set status = 'held', next_attempt_at = null
    where t.id in (
      select x.id from app.webhook_deliveries x join app.webhook_endpoints e on e.id = x.endpoint_id
      where e.status = 'disabled' and x.status = 'pending'
      for no key update of x skip locked);
  return query
  select e.id from app.webhook_endpoints e
  where e.status = 'active'
    and exists (select from app.webhook_deliveries t where t.endpoint_id = e.id and t.status = 'pending' and t.next_attempt_at <= internal.now());
end
$$;
grant execute on function internal.take_up_deliveries() to haat_worker;
