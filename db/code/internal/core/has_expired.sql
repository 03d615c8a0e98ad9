-- Takes: a video's status, expiry and end of lease.
-- Says whether it was given up unfinished: it counts as aborted from then on.
-- spec: Video limits
--
-- Judged at the moment of asking, so that nothing depends on when the timer comes by. Work under way may end.
create or replace function internal.has_expired(status text, expires_at timestamptz, lease_expires_at timestamptz) returns boolean
language sql volatile
return status = 'uploading' and expires_at <= internal.now() and coalesce(lease_expires_at <= pg_catalog.clock_timestamp(), true);
grant execute on function internal.has_expired(text, timestamptz, timestamptz) to haat_api, haat_gatekeeper;
