-- Takes: the record of an archived seal.
-- Gives: the SHA-256 over the hash of the record before it and all it says.
--
-- As internal.timeline_digest: another TimeZone or DateStyle must not change it.
create or replace function internal.archive_hash(archive internal.archives) returns bytea
language sql stable
begin atomic
  select pg_catalog.sha256((archive).previous_hash
    || pg_catalog.convert_to(
         row((archive).number, (archive).seal, (archive).log, to_char((archive).month, 'YYYY-MM-DD'),
           (archive).positions, (archive).row_count, (archive).storage_key,
           extract(epoch from (archive).archived_at))::text, 'UTF8')
    || (archive).file_digest);
end;
grant execute on function internal.archive_hash(internal.archives) to haat_gatekeeper, haat_dba;
