-- Takes: a video from internal.find_video or internal.lock_video.
-- Raises unless its parts may be signed and completed: HT113 (an import), HT114 (being completed or checked), HT116
-- (ended).
create or replace function internal.require_uploading(v app.videos) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if v.source = 'import' then
    perform internal.fail('HT113', 'An import from a link has no parts to send: it completes by itself.');
  elsif v.status = 'verifying' or (v.status = 'uploading' and v.lease_expires_at > clock_timestamp()) then
    perform internal.fail('HT114', 'The video is being checked.');
  elsif v.status <> 'uploading' then
    perform internal.fail('HT116', case v.status
      when 'ready' then 'The upload is complete: the video is ready.'
      when 'rejected' then format('The upload has ended: the video was rejected (%s).', v.rejection_code)
      else format('The upload has ended: %s.', v.abort_reason) end);
  end if;
end
$$;
