-- Tells whether the upload of a video was given up: from then on the video counts as aborted.
-- Takes: the video's status, its expiry and the end of its lease.
-- see: guides/videos#states
--
-- Judged when it is asked, so that nothing depends on when the timer runs. Work that has begun may end.
create or replace function internal.has_expired(status text, expires_at timestamptz, lease_expires_at timestamptz)
  returns boolean
language sql volatile
return status = 'uploading' and expires_at <= internal.now()
  and not internal.is_leased(lease_expires_at);
grant execute on function internal.has_expired(text, timestamptz, timestamptz) to haat_api, haat_gatekeeper;
