create or replace function internal.tg_videos__touch_products() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update app.products p set updated_at = internal.now()
    where p.store_id = new.store_id and p.updated_at < internal.now()
      and p.id in (select l.product_id from app.video_placements l where l.store_id = new.store_id and l.video_id = new.id);
  return null;
end
$$;
comment on function internal.tg_videos__touch_products() is 'Row trigger: moves updated_at of the products that show the video.';
