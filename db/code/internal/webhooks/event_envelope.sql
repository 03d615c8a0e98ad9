-- Takes: an event and the version tag of an endpoint.
-- Gives: the JSON text that its receiver gets.
-- see: guides/webhooks#the-request
--
-- The body of a delivery. Made from what never changes: every retry sends the same bytes.
create or replace function internal.event_envelope(event app.events, api_version text) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  v_is_test constant boolean := (select s.is_test from app.stores s where s.id = event.store_id);
begin
  if event.previous is null then
    return json_build_object('id', event.id, 'type', event.type, 'api_version', api_version,
      'created_at', internal.timestamp_text(event.created_at), 'company_id', event.company_id,
      'store_id', event.store_id, 'test', v_is_test, 'sequence', event.sequence, 'request_id', event.request_id,
      'data', json_build_object('object', event.object));
  end if;
  return json_build_object('id', event.id, 'type', event.type, 'api_version', api_version,
    'created_at', internal.timestamp_text(event.created_at), 'company_id', event.company_id,
    'store_id', event.store_id, 'test', v_is_test, 'sequence', event.sequence, 'request_id', event.request_id,
    'data', json_build_object('object', event.object), 'previous', event.previous);
end
$$;
grant execute on function internal.event_envelope(app.events, text) to haat_api, haat_gatekeeper;
