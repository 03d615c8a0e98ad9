-- Takes: a new product, the videos to place [{video_id, gallery_slot?, sort_order?, option_value_id?, title?}] and
-- the plan.
-- Places them.
-- Raises: HT008 and HT012 naming videos.<n>.<field>.
-- see: guides/videos#show-it-on-a-product
create or replace function internal.attach_videos(product_id uuid, videos jsonb, plan app.plans) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_entry record;
begin
  for v_entry in select w.item, w.n - 1 as n from jsonb_array_elements(videos) with ordinality as w (item, n)
    order by w.n loop
    if exists (select from app.video_placements l where l.product_id = attach_videos.product_id
      and l.video_id = (v_entry.item ->> 'video_id')::uuid) then
      perform internal.field_error('HT008', format('videos.%s.video_id', v_entry.n), 'videoOption.twice');
    end if;
    perform internal.attach_video(attach_videos.product_id, v_entry.item, plan, format('videos.%s.', v_entry.n));
  end loop;
end
$$;
