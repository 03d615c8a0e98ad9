-- Takes: a video from internal.find_video or internal.lock_video.
-- Raises unless its parts may be signed and completed: HT113 (an import), HT114 (being completed or checked), HT116
-- (ended).
create or replace function internal.require_uploading(video app.videos) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if video.source = 'import' then
    perform internal.fail('HT113', 'An import from a link has no parts to send: it completes by itself.');
  elsif video.status = 'verifying' or (video.status = 'uploading' and internal.is_leased(video.lease_expires_at)) then
    perform internal.fail('HT114', 'The video is being checked.');
  elsif video.status <> 'uploading' then
    perform internal.fail('HT116', case video.status
      when 'ready' then 'The upload is complete: the video is ready.'
      when 'rejected' then format('The upload has ended: the video was rejected (%s).', video.rejection_code)
      else format('The upload has ended: %s.', video.abort_reason) end);
  end if;
end
$$;
