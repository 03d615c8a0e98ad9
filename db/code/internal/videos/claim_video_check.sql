--! owner: haat_gatekeeper
-- Takes: an id for the lease and its seconds.
-- Leases the video to be checked next. Gives it with the number of its checks that began and never reported an end,
-- this one included.
-- No row when there is none.
create or replace function internal.claim_video_check(lease uuid, seconds integer)
  returns table (video_id uuid, company_id uuid, storage_key text, size_bytes bigint, needs_poster boolean,
    attempts integer)
language plpgsql volatile security definer rows 1
set search_path = ''
as $$
begin
  return query
  update app.videos t set lease_id = claim_video_check.lease,
    lease_expires_at = clock_timestamp() + make_interval(secs => seconds),
      check_attempts = t.check_attempts + 1
    where t.id = (
      select x.id from app.videos x
      where x.status = 'verifying' and not internal.is_leased(x.lease_expires_at)
        and not internal.has_moved(x.company_id)
      -- One that may be deadly waits until the others are done.
      order by x.check_attempts, x.created_at, x.id
      limit 1 for no key update skip locked)
    returning t.id, t.company_id, t.storage_key, t.size_bytes, t.cover_key is null, t.check_attempts;
end
$$;
grant execute on function internal.claim_video_check(uuid, integer) to haat_worker;
