-- Shows variants as the API does.
-- Takes: variant ids.
-- Gives: each variant that the caller can see, by product and position.
-- see: reference/variants#get_variant
create or replace function internal.variant_documents(ids uuid[])
  returns table (id uuid, product_id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  with options as materialized (
    select
      o.variant_id,
      json_agg(
        json_build_object(
          'attribute_id', o.attribute_id,
          'attribute', a.name,
          'value_id', o.value_id,
          'value', v.value)
        order by o.position, a.name) as list
    -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
    from unnest(variant_documents.ids) as w (id)
    cross join lateral (select t.* from app.variant_options t where t.variant_id = w.id offset 0) o
    cross join lateral (select t.name from app.attributes t where t.id = o.attribute_id limit 1) a
    cross join lateral (select t.value from app.attribute_values t where t.id = o.value_id limit 1) v
    group by o.variant_id
  )
  select v.id, v.product_id, row_to_json(d)
  from app.variants v
  left join options on options.variant_id = v.id
  left join app.product_images i on i.id = v.image_id
  cross join lateral (
    select
      v.id,
      v.store_id,
      v.product_id,
      v.sku,
      v.barcode,
      v.name,
      v.price::text as price,
      v.discount_price::text as discount_price,
      v.weight::text as weight,
      v.dimensions,
      v.low_stock_threshold,
      v.status,
      case when i.id is not null then
        json_build_object('id', i.id, 'url', internal.media_url(i.media_key))
      end as image,
      coalesce(options.list, '[]'::json) as options,
      internal.timestamp_text(v.created_at) as created_at,
      internal.timestamp_text(v.updated_at) as updated_at
  ) d
  where v.id = any (variant_documents.ids)
  order by v.product_id, v.position, v.id;
end
$$;
grant execute on function internal.variant_documents(uuid[]) to haat_api, haat_staff, haat_dba;
