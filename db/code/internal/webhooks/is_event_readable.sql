-- Tells whether a key may read the object of an event: it has the scope of its type, and, as GET /jobs and
-- GET /exports do, a job is for keys that may call its operation and for its sender, an export for the key that asked
-- for it.
-- Takes: the event; the scopes of the key; the key and those that it replaced.
--
-- Of exports it asks the event itself, for they are removed before their events.
create or replace function internal.is_event_readable(event app.events, scopes text[], key_ids uuid[]) returns boolean
language sql stable
begin atomic
  select case (event).type
    when 'job.finished' then exists (
      select from app.jobs j
      where j.id = (event).object_id and not j.is_internal and (j.key_id = any (is_event_readable.key_ids)
        or not exists (
          select from unnest(j.scopes) as s (scope) where not gate.has_scope(is_event_readable.scopes, s.scope))))
    when 'export.finished' then ((event).object ->> 'key_id')::uuid = any (is_event_readable.key_ids)
    else internal.event_scope((event).type) is null
      or gate.has_scope(is_event_readable.scopes, internal.event_scope((event).type)) end;
end;
grant execute on function internal.is_event_readable(app.events, text[], uuid[]) to haat_api, haat_gatekeeper;
