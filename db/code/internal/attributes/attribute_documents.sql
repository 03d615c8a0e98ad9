-- Shows attributes with their values as the API does.
-- Takes: attribute ids.
-- Gives: each attribute that the caller can see, in the order of the ids.
-- see: reference/attributes#get_attribute
create or replace function internal.attribute_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  with attribute_values as (
    select
      v.attribute_id,
      json_agg(
        json_build_object(
          'id', v.id,
          'attribute_id', v.attribute_id,
          'value', v.value,
          'position', v.position,
          'swatch_hex', v.swatch_hex,
          'swatch_image_url', internal.media_url(v.swatch_image),
          'created_at', internal.timestamp_text(v.created_at))
        order by v.position, v.created_at, v.id) as list
    from app.attribute_values v
    where v.attribute_id = any (attribute_documents.ids)
    group by v.attribute_id
  )
  select w.n, t.id, row_to_json(d)
  from unnest(attribute_documents.ids) with ordinality as w (id, n)
  join app.attributes t on t.id = w.id
  left join attribute_values on attribute_values.attribute_id = t.id
  cross join lateral (
    select
      t.id,
      t.store_id,
      t.name,
      t.slug,
      t.type,
      t.input_type,
      t.is_filterable,
      t.is_required,
      coalesce(attribute_values.list, '[]'::json) as values,
      internal.timestamp_text(t.created_at) as created_at,
      internal.timestamp_text(t.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.attribute_documents(uuid[]) to haat_api, haat_staff;
