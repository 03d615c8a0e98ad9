-- Takes: a video from internal.find_video or internal.lock_video.
-- Raises unless its parts may be signed and completed: HT113 (an import), HT114 (being completed or checked), HT116
-- (ended).
create or replace function internal.require_uploading(video app.videos) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  if video.source = 'import' then
    perform internal.fail('HT113', 'videoEnded.import');
  elsif video.status = 'verifying' or (video.status = 'uploading' and internal.is_leased(video.lease_expires_at)) then
    perform internal.fail('HT114', 'videoBusy.checked');
  elsif video.status <> 'uploading' then
    perform internal.fail('HT116', case video.status
        when 'ready' then 'videoEnded.ready'
        when 'rejected' then 'videoEnded.rejected'
        else 'videoEnded.why' end,
      jsonb_build_object('code', video.rejection_code, 'why', video.abort_reason));
  end if;
end
$$;
