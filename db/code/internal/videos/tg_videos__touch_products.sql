-- Row trigger: touches the products that show the video.
create or replace function internal.tg_videos__touch_products() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform internal.touch_products(internal.products_of_video(new.id));
  return null;
end
$$;
