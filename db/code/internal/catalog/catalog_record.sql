-- A record of the catalog as the activity log keeps it: as the API shows it, without the moment of its last change;
-- of a product also what its variants cost, by SKU.
-- Takes: product, category, brand, attribute or video, and its id.
create or replace function internal.catalog_record(object_type text, id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array[catalog_record.id];
  v_record jsonb;
begin
  case object_type
    when 'product' then
      select d.document::jsonb || jsonb_build_object('costs', (
          select coalesce(jsonb_object_agg(v.sku, c.average_cost::text), '{}')
          from app.variants v
          -- Row by row: inside the fence the planner takes a company's rows for few, and would join with all of them.
          cross join lateral (select t.average_cost from app.variant_costs t where t.variant_id = v.id limit 1) c
          where v.product_id = catalog_record.id))
        into v_record
        from internal.product_documents(v_ids) d;
    when 'attribute' then
      select d.document::jsonb into v_record from internal.attribute_documents(v_ids) d;
    when 'brand' then
      select d.document::jsonb into v_record from internal.brand_documents(v_ids) d;
    when 'category' then
      select d.document::jsonb into v_record from internal.category_documents(v_ids) d;
    when 'video' then
      select d.document::jsonb into v_record from internal.video_documents(v_ids) d;
  end case;
  return v_record - 'updated_at';
end
$$;
