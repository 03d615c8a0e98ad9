--! owner: haat_gatekeeper
-- Ends the lease of a completion. Does nothing when complete_video has ended it.
-- Takes: the lease that gate.start_video_completion gave.
-- Raises: nothing.
create or replace function gate.end_video_completion(lease uuid) returns void
language sql volatile security definer
set search_path = ''
begin atomic
  update app.videos v set lease_id = null, lease_expires_at = null
    where v.lease_id = end_video_completion.lease and v.status = 'uploading' and v.source = 'upload';
end;
grant execute on function gate.end_video_completion(uuid) to haat_gateway;
