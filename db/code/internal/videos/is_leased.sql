-- Tells whether a lease holds now.
-- Takes: when it ends, null where there is none.
--
-- No lease is given for more than a few minutes and its holder renews it. One that ends later than that was given
-- before the clock was set back, and would keep others away until the clock is there again.
create or replace function internal.is_leased(lease_expires_at timestamptz) returns boolean
language sql volatile
return coalesce(
  lease_expires_at > pg_catalog.clock_timestamp()
  and lease_expires_at <= pg_catalog.clock_timestamp() + interval '1 hour', false);
grant execute on function internal.is_leased(timestamptz) to haat_api, haat_gatekeeper;
