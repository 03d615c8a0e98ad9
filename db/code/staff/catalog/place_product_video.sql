-- Shows a video on a product, or moves it in its gallery; what is left out takes its default. A video that is not
-- ready yet is shown once it is. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field), HT100 (id), HT010, HT013, HT012.
create or replace function staff.place_product_video(body jsonb) returns app.video_placements
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_video_id constant uuid := (body ->> 'video_id')::uuid;
  v_placement app.video_placements;
begin
  v_change := internal.begin_video_change('product', body);
  perform api.place_product_video(v_change.input);
  select * into v_placement from app.video_placements l
    where l.product_id = v_change.id and l.video_id = v_video_id;
  return v_placement;
end
$$;
grant execute on function staff.place_product_video(jsonb) to haat_staff;
