-- Gives an event as an erasure leaves it: without personal data in its object. A webhook that is sent again carries it
-- so.
create or replace function internal.redacted_event(event app.events) returns app.events
language plpgsql stable
set search_path = ''
as $$
begin
  event.object := internal.redact(event.object);
  event.previous := internal.redact(event.previous::json)::jsonb;
  return event;
end
$$;
grant execute on function internal.redacted_event(app.events) to haat_dba;
