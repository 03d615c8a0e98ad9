-- Shows the lines of orders as the API does.
-- decisions: 2
create or replace function internal.order_item_documents(order_ids uuid[])
  returns table (order_id uuid, line integer, document json)
language plpgsql stable rows 100
set search_path = ''
as $$
begin
  return query
  select i.order_id, i.line, row_to_json(d)
  from app.order_items i
  cross join lateral (
    select
      i.id,
      i.order_id,
      i.product_id,
      i.variant_id,
      i.sku,
      i.barcode,
      i.product_name,
      i.variant_name,
      i.options,
      internal.media_url(i.image_media_key) as image_url,
      i.quantity,
      i.delivered_quantity,
      i.returned_quantity,
      i.damaged_quantity,
      i.unit_price::text as unit_price,
      i.discount_price::text as discount_price,
      i.discount_amount::text as discount_amount,
      i.line_total::text as line_total
  ) d
  where i.order_id = any (order_item_documents.order_ids);
end
$$;
grant execute on function internal.order_item_documents(uuid[]) to haat_api, haat_staff;
