-- Gives the SHA-256 of all that an entry of a timeline says.
--
-- The columns are named one by one, and the time goes in as a number: a column added later, or another TimeZone or
-- DateStyle, must not change what was sealed. Changing what is here breaks every seal there is. The hashes of an order
-- came later: they follow where an entry has them.
create or replace function internal.timeline_digest(entry app.order_timeline) returns bytea
language sql stable
return pg_catalog.sha256(pg_catalog.convert_to(row(
    (entry).id, (entry).company_id, (entry).store_id, (entry).order_id, (entry).action, (entry).from_status,
    (entry).to_status, (entry).note, (entry).detail, (entry).actor_type, (entry).actor_id, (entry).actor_name,
    (entry).request_id, extract(epoch from (entry).created_at))::text
  || coalesce(pg_catalog.encode((entry).prints, 'hex'), ''), 'UTF8'));
grant execute on function internal.timeline_digest(app.order_timeline) to haat_gatekeeper, haat_dba;
