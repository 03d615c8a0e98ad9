-- Gives the events that an endpoint missed in its gaps: since a moment, of the last 30 days, without those that have a
-- delivery to it.
-- Takes: the endpoint and the moment.
create or replace function internal.missed_events(endpoint app.webhook_endpoints, since timestamptz)
  returns table (id uuid, sequence bigint, created_at timestamptz)
language plpgsql stable rows 1000
set search_path = ''
as $$
declare
  -- As internal.is_event_for_endpoint has them, once for all events.
  v_rights record;
begin
  select * into v_rights from internal.rights_of_lineage(endpoint.key_lineage_id);
  return query
  select v.id, v.sequence, v.created_at
  from app.webhook_gaps g
  join app.events v on v.store_id = g.store_id
    and v.sequence > g.after_sequence and v.sequence <= coalesce(g.upto_sequence, v.sequence)
    and v.type <> 'service.ping' and (g.event_types = '{*}' or v.type = any (g.event_types))
  where g.store_id = endpoint.store_id and g.endpoint_id = endpoint.id
    and v.created_at >= greatest(since, internal.now() - interval '30 days')
    and (endpoint.key_lineage_id is null or not v_rights.is_gone
      and internal.is_event_readable(v, v_rights.scopes, v_rights.key_ids))
    and not exists (select from app.webhook_deliveries d where d.event_id = v.id and d.endpoint_id = endpoint.id);
end
$$;
