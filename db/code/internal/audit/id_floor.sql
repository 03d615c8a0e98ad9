-- Gives the least id that a row made at a time can have: the first 48 bits of a UUIDv7 are its milliseconds.
create or replace function internal.id_floor(at timestamptz) returns uuid
language sql immutable
return (pg_catalog.lpad(pg_catalog.to_hex(pg_catalog.floor(extract(epoch from at) * 1000)::bigint), 12, '0')
  || '70008000000000000000')::uuid;
grant execute on function internal.id_floor(timestamptz) to haat_gatekeeper, haat_staff, haat_dba;
