-- Changes a brand (PATCH /brands/{id}). A call that changes nothing moves no updated_at and sends no event.
-- Takes: the fields to change (absent: kept, null: cleared), with stored images.
-- Gives: the brand.
-- Raises: HT008, HT100 (store_id); HT100 (id); 23505 (slug).
create or replace function api.update_brand(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_id uuid;
  v_changed boolean;
  v_document json;
begin
  perform internal.require_brand((input ->> 'id')::uuid, v_store_id);
  update app.brands t set
    name = coalesce(input ->> 'name', t.name),
    slug = coalesce(input ->> 'slug', t.slug),
    logo = case when input ? 'logo' then input -> 'logo' ->> 'media_key' else t.logo end,
    banner_image = case when input ? 'banner' then input -> 'banner' ->> 'media_key' else t.banner_image end,
    description = case when input ? 'description' then input ->> 'description' else t.description end,
    seo_title = internal.seo_text(input, 'title', t.seo_title, 200),
    seo_description = internal.seo_text(input, 'description', t.seo_description, 500),
    status = coalesce(input ->> 'status', t.status)
    where t.store_id = v_store_id and t.id = (input ->> 'id')::uuid
    returning t.id, old operator(pg_catalog.*<>) new into v_id, v_changed;
  select d.document into v_document from internal.brand_documents(array[v_id]) d;
  if v_changed then
    perform internal.emit_event(v_store_id, 'brand.updated', v_id, v_document);
  end if;
  return v_document;
end
$$;
grant execute on function api.update_brand(jsonb) to haat_api;
