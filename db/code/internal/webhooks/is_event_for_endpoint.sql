--! owner: haat_gatekeeper
-- Tells whether a webhook endpoint may be sent an event: one that a key made gets what the key may read over the API,
-- one of staff gets everything of its store.
-- Takes: the endpoint and the event.
-- see: guides/webhooks#endpoints-of-a-key
--
-- Asked when the event is written and again before it is sent. A key that is not good for a time is judged by its
-- scopes: the claim holds its deliveries.
create or replace function internal.is_event_for_endpoint(endpoint_id uuid, event_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_lineage_id constant uuid :=
    (select e.key_lineage_id from app.webhook_endpoints e where e.id = is_event_for_endpoint.endpoint_id);
  v_rights record;
  v_event app.events;
begin
  if v_lineage_id is null then
    return true;
  end if;
  v_rights := internal.rights_of_lineage(v_lineage_id);
  if v_rights.is_gone then
    return false;
  end if;
  select * into v_event from app.events v where v.id = is_event_for_endpoint.event_id;
  return internal.is_event_readable(v_event, v_rights.scopes, v_rights.key_ids);
end
$$;
grant execute on function internal.is_event_for_endpoint(uuid, uuid) to haat_owner;
