-- Gives the SHA-256 of all that a row of the journal says.
--
-- As internal.timeline_digest: changing what is here breaks every seal there is.
create or replace function internal.change_digest(change app.changes) returns bytea
language sql stable
return pg_catalog.sha256(pg_catalog.convert_to(row(
  (change).id, (change).company_id, (change).store_id, (change).actor_type, (change).actor_id, (change).actor_name,
  (change).operation, (change).request_id, (change).record_type, (change).record_id, (change).part,
  (change).parent_id, (change).action, (change).before, (change).after, encode((change).record_digest, 'hex'),
  extract(epoch from (change).created_at))::text, 'UTF8'));
grant execute on function internal.change_digest(app.changes) to haat_gatekeeper, haat_dba;
