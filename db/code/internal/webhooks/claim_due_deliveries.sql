--! owner: haat_gatekeeper
-- Takes: an endpoint, the worker that asks (its id in the job queue), how many at most, and the ids of its keys.
-- Marks due deliveries of an active endpoint as being sent, within its limit, and gives what is needed to send them.
-- The secrets are as they are stored: the worker decrypts them.
-- Raises: an error that names the key, where the secret is encrypted with one that the worker does not have.
-- see: guides/webhooks#when-deliveries-fail
--
-- The lock on the endpoint makes its limit exact over all workers, and keeps one order everywhere: endpoint, then
-- deliveries. An endpoint that keeps failing gets one call at a time, so that a receiver that hangs holds one
-- connection of ours, not many.
create or replace function internal.claim_due_deliveries(
  endpoint_id uuid, worker_id text, most integer, key_ids text[]
) returns table (
    delivery_id uuid, attempt integer, event_id uuid, event_type text, url text, api_version text, secrets text[],
      body text)
language plpgsql volatile security definer rows 25
set search_path = ''
as $$
declare
  v_limit constant integer := 10;
  v_limit_failing constant integer := 1;
  v_now constant timestamptz := internal.now();
  v_endpoint app.webhook_endpoints;
  v_secrets text[];
  v_room integer;
begin
  -- A claim that a crash of Postgres forgets is made again: no need to wait for the disk.
  perform set_config('synchronous_commit', 'off', true);
  select * into v_endpoint from app.webhook_endpoints t
    where t.id = claim_due_deliveries.endpoint_id for no key update;
  if internal.has_moved(v_endpoint.company_id) then
    return;
  elsif not internal.is_endpoint_live(v_endpoint) then
    -- What was written while it was being switched off believed it on. A company that is not active waits as well, and
    -- so does an endpoint of a key that is not good.
    update app.webhook_deliveries d set status = 'held', next_attempt_at = null
      where d.endpoint_id = v_endpoint.id and d.status = 'pending';
    return;
  end if;
  select least(most, case when v_endpoint.failures >= 5 then v_limit_failing else v_limit end - count(*)) into v_room
    from app.webhook_deliveries d
    where d.endpoint_id = v_endpoint.id and d.status = 'sending';
  if v_room <= 0 then
    return;
  end if;
  if not internal.can_decrypt(v_endpoint.secret, key_ids) then
    raise exception 'endpoint % waits: its secret is encrypted with the key %, which SECRET_KEYS of this worker lacks',
      v_endpoint.id, internal.secret_key_id(v_endpoint.secret);
  end if;
  -- The one before goes without saying where its key is lost: the new one was made for that.
  v_secrets := array[v_endpoint.secret]
    || case when v_endpoint.previous_secret_expires_at > v_now
              and internal.can_decrypt(v_endpoint.previous_secret, key_ids)
         then array[v_endpoint.previous_secret] end;
  while internal.refuse_unreadable_deliveries(v_endpoint, v_room) > 0 loop
  end loop;
  return query
  with due as (
    select d.id from app.webhook_deliveries d
    where d.endpoint_id = v_endpoint.id and d.status = 'pending' and d.next_attempt_at <= v_now
    order by d.next_attempt_at, d.id
    limit v_room
    for no key update skip locked
  ), taken as (
    update app.webhook_deliveries d
      set status = 'sending', next_attempt_at = null, worker_id = claim_due_deliveries.worker_id
      from due where d.id = due.id
      returning d.id, d.event_id, d.attempts
  )
  select t.id, t.attempts + 1, v.id, v.type, v_endpoint.url, v_endpoint.api_version, v_secrets,
         internal.event_envelope(v, v_endpoint.api_version)
  from taken t
  join app.events v on v.id = t.event_id;
end
$$;
grant execute on function internal.claim_due_deliveries(uuid, text, integer, text[]) to haat_worker;
