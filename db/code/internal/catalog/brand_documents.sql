-- Shows brands as the API does.
-- Takes: brand ids.
-- Gives: each brand that the caller can see, in the order of the ids.
-- see: reference/brands#get_brand
create or replace function internal.brand_documents(ids uuid[]) returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, t.id, row_to_json(d)
  from unnest(brand_documents.ids) with ordinality as w (id, n)
  join app.brands t on t.id = w.id
  cross join lateral (
    select
      t.id,
      t.store_id,
      t.name,
      t.slug,
      internal.media_url(t.logo) as logo,
      internal.media_url(t.banner_image) as banner_image,
      t.description,
      json_build_object('title', t.seo_title, 'description', t.seo_description) as seo,
      t.status,
      internal.timestamp_text(t.created_at) as created_at,
      internal.timestamp_text(t.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.brand_documents(uuid[]) to haat_api, haat_staff;
