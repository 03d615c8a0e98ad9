-- Gives the name of what people did by a change of the journal, as noun.verb; null for what is no act of people, or is
-- told by an entry of its own.
-- Takes: of a row of app.changes what its columns of these names say.
--
-- People are staff, and who uses the command line; what workers and timers do is in the journal alone. A record of a
-- plain type is told of where what was asked for is about it: a customer that comes with an order is told by the
-- order. A default that goes over to another is told by the record that was saved or removed. Inlined into
-- internal.readable_activity_log.
create or replace function internal.activity_action(record_type text, action text, operation text, actor_type text,
  actor_name text, before jsonb, after jsonb) returns text
language sql immutable parallel safe
return case
  when action = 'baseline' then null
  when not (actor_type = 'staff' or actor_type = 'system' and actor_name = 'Command line') then null
  when record_type in ('customer_address', 'location') and after = '{"is_default": false}' then null
  when record_type in ('attribute', 'brand', 'category', 'channel', 'coupon', 'courier', 'customer', 'location',
      'payment_method', 'staff_role', 'store') then case
    when strpos(operation, record_type) = 0 then null
    when action = 'delete' then case record_type when 'staff_role' then 'staff_role.removed' end
    else record_type || case action when 'insert' then '.created' else '.updated' end end
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
  when record_type = 'customer_address' then case
    when strpos(operation, 'customer_address') = 0 then null
    when after = '{"is_default": true}' and strpos(operation, 'remove_customer_address') > 0 then null
    when action = 'delete' then 'customer_address.removed'
    else 'customer_address.saved' end
  when record_type = 'courier_rate' then 'courier.updated'
  when record_type = 'company' then case
    when action <> 'update' then null
    when after ? 'status' then 'company.status_set'
    when after ? 'requires_two_factor' then 'company.two_factor_required' end
  when record_type = 'staff' then case
    when action = 'insert' then 'staff.invited'
    when after ? 'permissions' or after ? 'role' then 'staff.permissions_set'
    when after ? 'status' then 'staff.status_set' end
  when record_type = 'api_key' then case
    when after ->> 'revoked_at' is not null then 'api_key.revoked'
    when action = 'insert' and after ->> 'replaces_key_id' is null then 'api_key.created' end
  when record_type = 'stock_count' then case
    when action = 'insert' then case operation when 'recount' then 'stock_count.booked' else 'stock_count.started' end
    when after ? 'status' then 'stock_count.' || (after ->> 'status') end
  when record_type = 'stock_count_line' then
    case action when 'delete' then 'stock_count.line_removed' else 'stock_count.lines_saved' end
  when record_type = 'stock_transfer' then 'stock_transfer.created'
end;
grant execute on function internal.activity_action(text, text, text, text, text, jsonb, jsonb) to haat_staff, haat_dba;
