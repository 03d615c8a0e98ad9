-- Changes what is given of a variant; null clears. Its options cannot change. Needs catalog.manage.
-- Raises: HT014 (permission), HT008 (a field), HT100 (id), HT101 (SKU, image).
create or replace function staff.update_variant(body jsonb) returns app.variants
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_id constant uuid := (body ->> 'identifier')::uuid;
  v_change record;
  v_variant app.variants;
begin
  perform internal.require_permission('catalog.manage');
  select * into v_variant from app.variants v where v.id = v_id;
  if v_variant.id is null then
    perform internal.fail('HT100', 'gone', '{"thing": "variant"}');
  end if;
  v_change := internal.begin_catalog_change('product', body || jsonb_build_object('id', v_variant.product_id));
  perform api.update_variant(v_change.input);
  select * into v_variant from app.variants v where v.id = v_id;
  return v_variant;
end
$$;
grant execute on function staff.update_variant(jsonb) to haat_staff;
