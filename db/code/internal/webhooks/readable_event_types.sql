-- Gives the types of events that the key may read: those whose objects its scopes read, and those that are for some
-- keys only (internal.is_event_readable). A ping is for one endpoint.
-- Takes: the types that are asked for, or null for all of them.
-- Raises: HT004 (a scope is missing).
create or replace function internal.readable_event_types(types text[] default null) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_held constant text[] := coalesce(internal.context_setting('haat.scopes')::text[], '{}');
begin
  perform internal.require_scope(internal.event_scope(t.type), format('events %s need', t.type))
    from unnest(types) as t (type)
    where internal.event_scope(t.type) is not null;
  return coalesce(types, array(
    select t.type from unnest(internal.event_types()) as t (type)
    where t.type <> 'service.ping'
      and (internal.event_scope(t.type) is null or gate.has_scope(v_held, internal.event_scope(t.type)))));
end
$$;
grant execute on function internal.readable_event_types(text[]) to haat_api, haat_gatekeeper;
