-- Takes: a video and the type of event (video.ready, video.rejected).
-- Sends it with the video as the API shows it.
-- see: guides/webhooks
create or replace function internal.publish_video(video_id uuid, event_type text) returns void
language sql volatile
set search_path = ''
begin atomic
  select internal.emit_event(v.store_id, event_type, v.id, d.document)
  from app.videos v cross join internal.video_documents(array[v.id]) d
  where v.id = publish_video.video_id;
end;
