-- Gives the hash of a seal: over the hash before it, what the seal says, and its segments by variant and location.
create or replace function internal.seal_hash(
  company_id uuid,
  number bigint,
  row_count integer,
  upto timestamptz,
  previous_hash bytea)
  returns bytea
language sql stable
begin atomic
  select pg_catalog.sha256(
    seal_hash.previous_hash
    || pg_catalog.convert_to(row(
      seal_hash.company_id,
      seal_hash.number,
      seal_hash.row_count,
      extract(epoch from seal_hash.upto))::text, 'UTF8')
    || coalesce(
      pg_catalog.string_agg(
        pg_catalog.sha256(
          pg_catalog.convert_to(row(s.variant_id, s.location_id, s.first_sequence, s.last_sequence)::text, 'UTF8')
          || s.digest
          || s.row_prints),
        ''::bytea
        order by s.variant_id, s.location_id),
      ''::bytea))
  from app.ledger_seal_segments s
  where s.company_id = seal_hash.company_id and s.number = seal_hash.number;
end;
grant execute on function internal.seal_hash(uuid, bigint, integer, timestamptz, bytea) to haat_gatekeeper, haat_dba;
