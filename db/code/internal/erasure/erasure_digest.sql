-- Gives the SHA-256 over the rows of an erasure (app.erased_rows), in the order of their ids.
create or replace function internal.erasure_digest(company_id uuid, erasure_id uuid) returns bytea
language sql stable
begin atomic
  select pg_catalog.sha256(coalesce(
    pg_catalog.string_agg(pg_catalog.convert_to(e.log || e.row_id::text, 'UTF8') || e.sealed_digest || e.erased_digest,
      ''::bytea order by e.row_id),
    ''::bytea))
  from app.erased_rows e
  where e.company_id = erasure_digest.company_id and e.erasure_id = erasure_digest.erasure_id;
end;
grant execute on function internal.erasure_digest(uuid, uuid) to haat_dba;
