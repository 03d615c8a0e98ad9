-- Takes: a record of a departure.
-- Gives: the SHA-256 over the hash of the record before it and all it says.
--
-- As internal.timeline_digest: another TimeZone or DateStyle must not change it.
create or replace function internal.departure_hash(departure internal.departures) returns bytea
language sql stable
begin atomic
  select pg_catalog.sha256((departure).previous_hash
    || pg_catalog.convert_to(
         row((departure).number, (departure).company_id, (departure).kind, (departure).seals, (departure).positions,
           (departure).row_count, (departure).archived_movements,
           extract(epoch from (departure).recorded_at))::text, 'UTF8'));
end;
grant execute on function internal.departure_hash(internal.departures) to haat_gatekeeper, haat_dba;
