--! owner: haat_gatekeeper
-- Takes: a video, the lease and its seconds from now.
-- Says whether the work may go on: not when the video was cancelled, has expired or was taken over.
create or replace function internal.renew_video_lease(video_id uuid, lease uuid, seconds integer) returns boolean
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update app.videos v set lease_expires_at = clock_timestamp() + make_interval(secs => seconds)
    where v.id = renew_video_lease.video_id and v.lease_id = renew_video_lease.lease
      and (v.expires_at is null or v.expires_at > internal.now());
  return found;
end
$$;
grant execute on function internal.renew_video_lease(uuid, uuid, integer) to haat_worker;
