-- Gives the SHA-256 of all that an event says.
--
-- As internal.timeline_digest: changing what is here breaks every seal there is.
create or replace function internal.event_digest(event app.events) returns bytea
language sql stable
return pg_catalog.sha256(pg_catalog.convert_to(row(
  (event).id, (event).company_id, (event).store_id, (event).sequence, (event).type, (event).object_id,
  (event).object, (event).previous, (event).request_id, extract(epoch from (event).created_at))::text, 'UTF8'));
grant execute on function internal.event_digest(app.events) to haat_gatekeeper, haat_dba;
