-- Creates a brand (POST /brands).
-- Takes: the brand, with stored images.
-- Gives: the brand.
-- Raises: HT008, HT100 (store_id); 23505 (slug).
create or replace function api.create_brand(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id constant uuid := uuidv7();
  v_document json;
begin
  insert into app.brands (id, company_id, store_id, name, slug, logo, banner_image, description, seo_title,
    seo_description, status)
  values (v_id, internal.current_company_id(), v_store_id, input ->> 'name',
    coalesce(
      input ->> 'slug',
      internal.free_slug('app.brands', v_store_id,
        internal.slug_from(input ->> 'name', 'brand-' || right(v_id::text, 12)))),
    input -> 'logo' ->> 'media_key',
    input -> 'banner' ->> 'media_key',
    input ->> 'description',
    internal.seo_text(input, 'title', null, 200),
    internal.seo_text(input, 'description', null, 500),
    coalesce(input ->> 'status', 'active'));
  select d.document into v_document from internal.brand_documents(array[v_id]) d;
  perform internal.emit_event(v_store_id, 'brand.created', v_id, v_document);
  return v_document;
end
$$;
grant execute on function api.create_brand(jsonb) to haat_api;
