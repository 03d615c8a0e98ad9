-- Gives the share of the audits that a row belongs to, 1 to shares, by its id: what was made within one span of
-- 2^20 ms, 17 minutes, is of one share.
--
-- A UUIDv7 begins with its milliseconds, so that a share is some thousand ranges of an index (internal.share_ranges)
-- and not every Nth row of each page.
create or replace function internal.audit_share(id uuid, shares integer) returns integer
language sql immutable parallel safe
return ('x' || pg_catalog.left(id::text, 7))::bit(28)::integer % shares + 1;
grant execute on function internal.audit_share(uuid, integer) to haat_gatekeeper, haat_dba;
