-- Gives what people did to a product or a part of it, an attribute's value, or a video; null for other changes.
-- Takes: what internal.activity_action takes.
create or replace function internal.act_on_catalog(record_type text, action text, operation text, before jsonb,
  after jsonb) returns text
language sql immutable parallel safe
return case
  when record_type = 'product' then case
    when action = 'insert' then 'product.created'
    when after ->> 'status' = 'archived' then 'product.archived'
    when action = 'update' then 'product.updated' end
  when record_type = 'product_category' then 'product.updated'
  when record_type = 'attribute_value' then
    case action when 'insert' then 'attribute_values.added' else 'attribute_value.updated' end
  when record_type = 'variant' then case action when 'update' then 'variant.updated' else 'product.updated' end
  when record_type = 'product_image' then case
    when action = 'insert' then 'product_images.added'
    when action = 'delete' then 'product_image.deleted'
    when after - 'position' = '{}' and operation is distinct from 'update_product_image'
      then 'product_images.reordered'
    else 'product_image.updated' end
  when record_type = 'video' then case
    when action = 'insert' then case after ->> 'source' when 'import' then 'video.imported' else 'video.created' end
    when action = 'delete' or after ->> 'status' = 'aborted' then 'video.deleted'
    when after ? 'cover_key' then 'video_cover.set'
    when before ->> 'status' = 'uploading' then 'video.completed' end
  when record_type = 'video_placement' then
    case action when 'delete' then 'product_video.removed' else 'product_video.placed' end
  when record_type = 'variant_cost' then case
    when action = 'update' and (strpos(operation, 'variant') > 0 or strpos(operation, 'product') > 0)
      then 'variant.cost_changed' end
end;
grant execute on function internal.act_on_catalog(text, text, text, jsonb, jsonb)
  to haat_staff, haat_dba;
