-- Gives the number of the advisory lock under which the ledger of a company is sealed.
-- Takes: the company.
--
-- Companies share 256 of them: one run seals all companies in one transaction, and Postgres has room for some thousand
-- locks in all.
create or replace function internal.seal_lock(company_id uuid) returns bigint
language sql immutable
return pg_catalog.hashtextextended('seal ' || pg_catalog.right(company_id::text, 2), 0);
grant execute on function internal.seal_lock(uuid) to haat_gatekeeper;
