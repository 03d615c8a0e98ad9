-- Imports a video from a link and shows it on a product, or shows one that is there; the option may be named. What
-- fails leaves no import behind. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field), HT100 (product_id), HT010, HT013, HT005 (with Retry-After), HT110,
-- HT012; staff have no scopes that HT004 could ask for.
create or replace function staff.attach_product_video(body jsonb) returns app.video_placements
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_video_id uuid := (body ->> 'video_id')::uuid;
  v_placement app.video_placements;
begin
  v_change := internal.begin_video_change('product', body || jsonb_build_object('id', body ->> 'product_id'));
  if v_video_id is null and body ->> 'video_url' is null then
    perform internal.field_error('HT008', 'video_id', 'videoOption.needed');
  end if;
  v_video_id := api.attach_product_video(v_change.input) -> 'placement' ->> 'video_id';
  select * into v_placement from app.video_placements l
    where l.product_id = v_change.id and l.video_id = v_video_id;
  return v_placement;
end
$$;
grant execute on function staff.attach_product_video(jsonb) to haat_staff;
