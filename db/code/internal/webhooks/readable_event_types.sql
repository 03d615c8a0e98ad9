-- Gives the types of events whose objects the key may read.
-- Takes: the types that are asked for, or null for all of them.
-- Raises: HT004 (a scope is missing).
create or replace function internal.readable_event_types(types text[] default null) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_held constant text[] := coalesce(internal.context_setting('haat.scopes')::text[], '{}');
  v_readable text[];
begin
  perform internal.require_scope(internal.event_scope(t.type), format('events %s need', t.type))
    from unnest(types) as t (type);
  v_readable := coalesce(types, array(
    select t.type from unnest(internal.event_types()) as t (type)
    where gate.has_scope(v_held, internal.event_scope(t.type))));
  if cardinality(v_readable) = 0 then
    perform internal.fail('HT004', 'No scope of this key reads the object of any event.');
  end if;
  return v_readable;
end
$$;
grant execute on function internal.readable_event_types(text[]) to haat_api, haat_gatekeeper;
