-- Statement trigger with transition tables old_rows and new_rows: moves updated_at of the videos of which a placement
-- really changed, and touches the products where such a video is ready.
--
-- The video's own document lists its placements always; the product shows only those of ready videos.
create or replace function internal.tg_video_placements__touch() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_video_ids uuid[];
  v_product_ids uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready')
      into v_video_ids, v_product_ids
      from old_rows r join app.videos v on v.id = r.video_id;
  elsif tg_op = 'INSERT' then
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready')
      into v_video_ids, v_product_ids
      from new_rows r join app.videos v on v.id = r.video_id;
  else
    select array_agg(distinct r.video_id), array_agg(distinct r.product_id) filter (where v.status = 'ready')
      into v_video_ids, v_product_ids
      from (table new_rows except table old_rows) r join app.videos v on v.id = r.video_id;
  end if;
  update app.videos v set updated_at = v.updated_at + interval '1 millisecond' where v.id = any (v_video_ids);
  if v_product_ids is not null then
    perform internal.touch_products(v_product_ids);
  end if;
  return null;
end
$$;
