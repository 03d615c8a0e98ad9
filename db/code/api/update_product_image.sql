create or replace function api.update_product_image(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  p constant app.products := internal.lock_product((input ->> 'id')::uuid, internal.writing_store_id(input));
  v_id uuid;
  v_others uuid[];
  v_place integer;
begin
  select i.id into v_id from app.product_images i where i.product_id = p.id and i.id = (input ->> 'image_id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'The product has no such image.');
  end if;
  if (input ->> 'is_thumbnail')::boolean then
    update app.product_images i set is_thumbnail = false where i.product_id = p.id and i.is_thumbnail and i.id <> v_id;
  end if;
  update app.product_images i set
    alt_text = case when input ? 'alt_text' then input ->> 'alt_text' else i.alt_text end,
    is_thumbnail = coalesce((input ->> 'is_thumbnail')::boolean, i.is_thumbnail)
    where i.id = v_id;
  if input ->> 'position' is not null then
    v_others := array(select i.id from app.product_images i where i.product_id = p.id and i.id <> v_id order by i.position);
    v_place := least((input ->> 'position')::integer, cardinality(v_others));
    perform internal.order_images(p.id, v_others[:v_place] || v_id || v_others[v_place + 1:]);
  end if;
  return internal.product_changed(p);
end
$$;
comment on function api.update_product_image(jsonb) is 'PATCH /products/{id}/images/{image_id}: takes alt_text, is_thumbnail, position (past the end: the last place); gives the product. Raises HT008 and HT100 for store_id, HT100. decisions: 11';
grant execute on function api.update_product_image(jsonb) to haat_api;
