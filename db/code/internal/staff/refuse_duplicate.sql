-- Refuses what the same member of staff did within the last five seconds with the same arguments: a second click is no
-- second order. What this transaction does is noted, and the note goes with it when it is refused.
-- Takes: the procedure and its arguments, as a JSON array.
-- Raises: HT101 (the same was done a moment ago).
--
-- Of two at once the second waits here for the first. A request with an Idempotency-Key says itself what is the same
-- and what is not, and a program without a session does not click.
create or replace function internal.refuse_duplicate(procedure text, arguments jsonb) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_hash constant bytea := sha256(convert_to(refuse_duplicate.arguments::text, 'UTF8'));
  v_key constant text := 'duplicate of ' || refuse_duplicate.procedure || ' ' || encode(v_hash, 'hex');
  v_lineage_id uuid;
  v_first app.idempotency_keys;
  v_made text;
begin
  if internal.current_session_id() is null or coalesce(current_setting('haat.idempotency_key', true), '') <> '' then
    return;
  end if;
  v_lineage_id := internal.context_setting('haat.lineage_id')::uuid;
  insert into app.idempotency_keys as k
    (company_id, lineage_id, key, operation, request_hash, request_id, created_at)
  values (internal.current_company_id(), v_lineage_id, v_key, refuse_duplicate.procedure, v_hash,
    internal.current_request_id(), v_now)
  on conflict (lineage_id, key, company_id) do update
    set created_at = excluded.created_at, request_id = excluded.request_id
    -- Also after: of two at once, the one that began first may be the second here.
    where k.created_at not between v_now - interval '5 seconds' and v_now + interval '5 seconds';
  if found then
    return;
  end if;
  select * into v_first from app.idempotency_keys k where k.lineage_id = v_lineage_id and k.key = v_key;
  select coalesce(replace(a.object_type, '_', ' ') || coalesce(' ' || coalesce(a.after ->> 'number', o.number), '')
      || coalesce(' (id ' || a.object_id || ')', ''), '') into v_made
    from internal.readable_activity_log a
    left join app.orders o on a.object_type = 'order' and o.id = a.object_id
    where a.company_id = v_first.company_id and a.actor_id = v_lineage_id and a.request_id = v_first.request_id
      and a.created_at between v_first.created_at and v_first.created_at + interval '30 seconds'
    order by a.id desc limit 1;
  perform internal.fail('HT101', 'twin', jsonb_build_object('what', coalesce(': ' || v_made, '')));
end
$$;
