-- Gives the SHA-256 of all that a line of the activity log says.
--
-- As internal.timeline_digest: changing what is here breaks every seal there is.
create or replace function internal.activity_digest(entry app.activity_log) returns bytea
language sql stable
return pg_catalog.sha256(pg_catalog.convert_to(row(
  (entry).id, (entry).company_id, (entry).store_id, (entry).actor_type, (entry).actor_id, (entry).actor_name,
  (entry).action, (entry).object_type, (entry).object_id, (entry).before, (entry).after, (entry).request_id,
  extract(epoch from (entry).created_at))::text, 'UTF8'));
grant execute on function internal.activity_digest(app.activity_log) to haat_gatekeeper, haat_dba;
