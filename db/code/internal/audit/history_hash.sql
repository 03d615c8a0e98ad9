-- Takes: a seal of the history.
-- Gives: the SHA-256 over the hash before it and all it says.
create or replace function internal.history_hash(seal internal.history_seals) returns bytea
language sql stable
begin atomic
  select pg_catalog.sha256((seal).previous_hash
    || pg_catalog.convert_to(
         row((seal).number, (seal).log, (seal).after_id, (seal).first_id, (seal).upto_id, (seal).row_count)::text,
           'UTF8')
    || coalesce(pg_catalog.uuid_send((seal).company_id), '')
    || (seal).digest || (seal).row_prints);
end;
grant execute on function internal.history_hash(internal.history_seals) to haat_gatekeeper, haat_dba;
