-- Takes: a video.
-- Gives: the products it is placed on.
create or replace function internal.products_of_video(video_id uuid) returns uuid[]
language sql stable
set search_path = ''
begin atomic
  select coalesce(array_agg(l.product_id order by l.product_id), '{}') from app.video_placements l
    where l.video_id = products_of_video.video_id;
end;
