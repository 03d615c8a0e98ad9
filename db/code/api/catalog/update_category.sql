-- Changes a category (PATCH /categories/{id}). A call that changes nothing moves no updated_at and sends no event.
-- Takes: the fields to change (absent: kept, null: cleared), with stored images.
-- Gives: the category.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT101 (parent_id); HT008 (a parent below itself); 23505 (slug).
create or replace function api.update_category(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := (input ->> 'id')::uuid;
  v_changed boolean;
  v_document json;
begin
  perform internal.require_category(v_id, v_store_id);
  perform internal.check_parent_category((input ->> 'parent_id')::uuid, v_store_id);
  update app.categories t set
    parent_id = case when input ? 'parent_id' then (input ->> 'parent_id')::uuid else t.parent_id end,
    name = coalesce(input ->> 'name', t.name),
    slug = coalesce(input ->> 'slug', t.slug),
    image = case when input ? 'image' then input -> 'image' ->> 'media_key' else t.image end,
    banner_image = case when input ? 'banner' then input -> 'banner' ->> 'media_key' else t.banner_image end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    seo_title = internal.seo_text(input, 'title', t.seo_title, 200),
    seo_description = internal.seo_text(input, 'description', t.seo_description, 500),
    status = coalesce(input ->> 'status', t.status),
    position = coalesce((input ->> 'position')::integer, t.position)
    where t.store_id = v_store_id and t.id = v_id
    returning old operator(pg_catalog.*<>) new into v_changed;
  select d.document into v_document from internal.category_documents(array[v_id]) d;
  if v_changed then
    perform internal.emit_event(v_store_id, 'category.updated', v_id, v_document);
  end if;
  return v_document;
end
$$;
grant execute on function api.update_category(jsonb) to haat_api;
