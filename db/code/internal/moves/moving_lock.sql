-- Gives the number of the advisory lock of a company: whoever writes for it holds it shared until the transaction
-- ends, and a move takes it alone for the moment in which nothing may be written.
-- Takes: the company.
create or replace function internal.moving_lock(company_id uuid) returns bigint
language sql immutable
return pg_catalog.hashtextextended('moving ' || company_id::text, 0);
grant execute on function internal.moving_lock(uuid) to haat_gatekeeper;
