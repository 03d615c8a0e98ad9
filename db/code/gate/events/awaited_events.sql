--! owner: haat_gatekeeper
-- Tells which of those who wait for events have one to read. The process asks for all of them at once.
-- Takes: a list of what gate.event_wait gives, and the horizons that this gave the last time (null where the list has
-- grown since).
-- Gives: the horizons, sequences by store; and the places in the list of those who are to read, from 0.
-- Raises: nothing.
create or replace function gate.awaited_events(waits jsonb, seen jsonb, out horizons jsonb, out awake integer[])
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  select jsonb_object_agg(h.store_id, h.sequence) into horizons
    from internal.event_horizons(array(
      select distinct s.id::uuid
      from jsonb_array_elements(waits) w cross join jsonb_array_elements_text(w -> 'store_ids') as s (id))) h;
  if horizons = seen then
    awake := '{}';
    return;
  end if;
  awake := array(
    select w.n - 1
    from jsonb_array_elements(waits) with ordinality as w (wait, n)
    cross join lateral (
      select min((horizons ->> s.id)::bigint) as sequence
      from jsonb_array_elements_text(w.wait -> 'store_ids') as s (id)) h
    where exists (
      select from jsonb_array_elements_text(w.wait -> 'store_ids') as s (id)
      cross join jsonb_array_elements_text(w.wait -> 'types') as t (type)
      cross join lateral (
        select from app.events v
        where v.store_id = s.id::uuid and v.type = t.type and v.sequence > (w.wait ->> 'after')::bigint
          and v.sequence <= h.sequence and v.created_at >= (w.wait ->> 'since')::timestamptz
          and internal.is_event_readable(v, array(select jsonb_array_elements_text(w.wait -> 'scopes')),
            array(select k.id::uuid from jsonb_array_elements_text(w.wait -> 'key_ids') as k (id)))
        limit 1) e)
    order by w.n);
end
$$;
grant execute on function gate.awaited_events(jsonb, jsonb) to haat_gateway;
