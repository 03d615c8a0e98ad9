-- Says which events a reader asks for: of which stores and types, after which sequence, made since when; and with
-- which scopes and keys, for internal.is_event_readable.
-- Takes: the input of list_events.
-- Raises: HT004 (a scope is missing); HT100 (store_id, cursor).
--
-- Without a cursor the events begin 30 days ago, or at created_after. Those that are older are passed by the index of
-- their times: their sequences rise with their times, give or take what a transaction may last.
create or replace function internal.event_reach(input jsonb,
  out store_ids uuid[], out types text[], out after bigint, out since timestamptz,
  out scopes text[], out key_ids uuid[])
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_cursor constant uuid := (input ->> 'starting_after')::uuid;
begin
  store_ids := case when v_store_id is null then internal.current_store_ids() else array[v_store_id] end;
  types := internal.readable_event_types(
    case when input -> 'types' is not null then array(select jsonb_array_elements_text(input -> 'types')) end);
  scopes := coalesce(internal.context_setting('haat.scopes')::text[], '{}');
  key_ids := internal.current_key_ids();
  since := internal.now() - interval '30 days';
  if v_cursor is not null then
    select v.sequence into after from app.events v
      where v.id = v_cursor and v.store_id = any (event_reach.store_ids) and v.created_at >= event_reach.since
        and v.type = any (internal.readable_event_types());
    if after is null then
      perform internal.fail('HT100', 'eventCursor',
        fields => '{"starting_after": [{"key": "eventCursor.field"}]}');
    end if;
  end if;
  since := greatest(since, date_trunc('milliseconds', (input ->> 'created_after')::timestamptz));
  if after is null then
    select coalesce(max(w.sequence), 0) into after
      from unnest(event_reach.store_ids) as s (id)
      cross join lateral (
        select v.sequence from app.events v
        where v.store_id = s.id and v.created_at < event_reach.since - interval '1 minute'
        order by v.created_at desc, v.id desc limit 1
      ) w;
  end if;
end
$$;
grant execute on function internal.event_reach(jsonb) to haat_api, haat_gatekeeper;
