-- Writes an event.
-- Takes: the store, the type, the object's id and its document as the API shows it, and the old values of what changed
-- (or null).
-- see: guides/webhooks
--
-- The outbox: a row in the transaction of the change, so there is no change without its event and no event without
-- its change.
create or replace function internal.emit_event(
  store_id uuid, type text, object_id uuid, object json, previous jsonb default null
) returns void
language sql volatile
begin atomic
  insert into app.events (company_id, store_id, type, object_id, object, previous, request_id)
  values (internal.current_company_id(), emit_event.store_id, emit_event.type, emit_event.object_id, emit_event.object,
    emit_event.previous,
          internal.current_request_id());
end;
