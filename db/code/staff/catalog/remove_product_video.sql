-- Takes a video off a product. The video itself remains. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field), HT100 (id, video_id), HT010.
create or replace function staff.remove_product_video(body jsonb) returns app.products
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_change record;
  v_product app.products;
begin
  v_change := internal.begin_video_change('product', body);
  perform api.remove_product_video(v_change.input);
  select * into v_product from app.products t where t.id = v_change.id;
  return v_product;
end
$$;
grant execute on function staff.remove_product_video(jsonb) to haat_staff;
