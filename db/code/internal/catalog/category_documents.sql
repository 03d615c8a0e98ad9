-- Shows categories as the API does.
-- Takes: category ids.
-- Gives: each category that the caller can see, in the order of the ids.
-- see: reference/categories#get_category
create or replace function internal.category_documents(ids uuid[])
  returns table (ordinal bigint, id uuid, document json)
language plpgsql stable rows 25
set search_path = ''
as $$
begin
  return query
  select w.n, t.id, row_to_json(d)
  from unnest(category_documents.ids) with ordinality as w (id, n)
  join app.categories t on t.id = w.id
  cross join lateral (
    select
      t.id,
      t.store_id,
      t.parent_id,
      t.name,
      t.slug,
      internal.media_url(t.image) as image,
      internal.media_url(t.banner_image) as banner_image,
      t.description,
      json_build_object('title', t.seo_title, 'description', t.seo_description) as seo,
      t.status,
      t.position,
      internal.timestamp_text(t.created_at) as created_at,
      internal.timestamp_text(t.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
grant execute on function internal.category_documents(uuid[]) to haat_api, haat_staff;
