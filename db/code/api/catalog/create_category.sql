-- Creates a category (POST /categories).
-- Takes: the category, with stored images.
-- Gives: the category.
-- Raises: HT008, HT100 (store_id); HT101 (parent_id); 23505 (slug).
create or replace function api.create_category(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := uuidv7();
  v_document json;
begin
  perform internal.check_parent_category((input ->> 'parent_id')::uuid, v_store_id);
  insert into app.categories (id, company_id, store_id, parent_id, name, slug, image, banner_image, description,
    seo_title, seo_description, status, position)
  values (v_id, internal.current_company_id(), v_store_id, (input ->> 'parent_id')::uuid, input ->> 'name',
    coalesce(
      input ->> 'slug',
      internal.free_slug('app.categories', v_store_id,
        internal.slug_from(input ->> 'name', 'category-' || right(v_id::text, 12)))),
    input -> 'image' ->> 'media_key',
    input -> 'banner' ->> 'media_key',
    input ->> 'description',
    internal.seo_text(input, 'title', null, 200),
    internal.seo_text(input, 'description', null, 500),
    coalesce(input ->> 'status', 'active'),
    coalesce((input ->> 'position')::integer, 0));
  select d.document into v_document from internal.category_documents(array[v_id]) d;
  perform internal.emit_event(v_store_id, 'category.created', v_id, v_document);
  return v_document;
end
$$;
grant execute on function api.create_category(jsonb) to haat_api;
