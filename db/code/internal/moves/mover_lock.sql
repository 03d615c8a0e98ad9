-- Gives the number of the advisory lock that a move of a company holds in both databases until its sessions end.
-- Takes: the company.
create or replace function internal.mover_lock(company_id uuid) returns bigint
language sql immutable
return pg_catalog.hashtextextended('mover ' || company_id::text, 0);
grant execute on function internal.mover_lock(uuid) to haat_gatekeeper;
