--! owner: haat_gatekeeper
-- Takes: a video and the lease of its check, which broke off for a reason that is not the video's: a storage in
-- trouble, a worker asked to stop.
-- The attempts until now do not count.
create or replace function internal.reset_check_attempts(video_id uuid, lease uuid) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  update app.videos v set check_attempts = 0
    where v.id = reset_check_attempts.video_id and v.lease_id = reset_check_attempts.lease and v.status = 'verifying';
end
$$;
grant execute on function internal.reset_check_attempts(uuid, uuid) to haat_worker;
