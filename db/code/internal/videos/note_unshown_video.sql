-- Takes: a video that was just taken off a product, under the company's lock.
-- Notes since when no product has it.
-- spec: Video limits
create or replace function internal.note_unshown_video(video_id uuid) returns void
language sql volatile
set search_path = ''
begin atomic
  update app.videos v set unshown_since = internal.now()
    where v.id = note_unshown_video.video_id and v.status = 'ready' and v.unshown_since is null
      and not exists (select from app.video_placements l where l.video_id = v.id);
end;
