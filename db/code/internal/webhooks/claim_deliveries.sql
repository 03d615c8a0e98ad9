--! owner: haat_gatekeeper
-- Takes: an endpoint, an id for the lease and how many at most.
-- Leases due deliveries of an active endpoint within its limit and gives what is needed to send them.
-- decisions: 7
--
-- A worker takes what an endpoint is due. The lock on the endpoint makes its limit exact over all workers, and keeps one
-- order everywhere: endpoint, then deliveries. An endpoint that keeps failing gets one call at a time, so that a receiver
-- that hangs holds one connection of ours, not many.
create or replace function internal.claim_deliveries(endpoint_id uuid, lease_id uuid, most integer)
  returns table (delivery_id uuid, event_id uuid, event_type text, url text, api_version text, secrets text[], body text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_lease constant interval := '30 s';
  v_limit constant integer := 10;
  v_limit_failing constant integer := 1;
  v_now constant timestamptz := internal.now();
  e app.webhook_endpoints;
  v_room integer;
begin
  -- A lease that a crash of Postgres forgets is a lease that nobody holds: no need to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  select * into e from app.webhook_endpoints t where t.id = claim_deliveries.endpoint_id for no key update;
  if e.status is distinct from 'active' then
    return;
  end if;
  select least(most, case when e.failures >= 5 then v_limit_failing else v_limit end - count(*)) into v_room
    from app.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'sending' and d.lease_expires_at > clock_timestamp();
  if v_room <= 0 then
    return;
  end if;
  return query
  with due as (
    select d.id from app.webhook_deliveries d
    where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= v_now
    order by d.next_attempt_at, d.id
    limit v_room
    for no key update skip locked
  ), taken as (
    update app.webhook_deliveries d
      set status = 'sending', next_attempt_at = null, lease_id = claim_deliveries.lease_id, lease_expires_at = clock_timestamp() + v_lease
      from due where d.id = due.id
      returning d.id, d.event_id
  )
  select t.id, v.id, v.type, e.url, e.api_version,
         case when e.previous_secret_expires_at > v_now then array[e.secret, e.previous_secret] else array[e.secret] end,
         internal.event_envelope(v, e.api_version)
  from taken t
  join app.events v on v.id = t.event_id;
end
$$;
grant execute on function internal.claim_deliveries(uuid, uuid, integer) to haat_worker;
