-- Gives the SHA-256 of a record: of all columns that count, as JSON (internal.tg__journal).
--
-- With those that are null, so that a column which came later is told from one that was emptied
-- (internal.is_as_recorded). Its text does not change with settings where the time zone is UTC and bytea_output hex.
create or replace function internal.record_digest(record jsonb) returns bytea
language sql immutable strict parallel safe
return pg_catalog.sha256(pg_catalog.convert_to(record::text, 'UTF8'));
grant execute on function internal.record_digest(jsonb) to haat_gatekeeper, haat_dba;
