-- Gives the lines of an order as they were agreed, in the form in which internal.price_lines gives new ones.
create or replace function internal.agreed_lines(order_id uuid) returns internal.priced_line[]
language sql stable
begin atomic
  select array_agg(
    row(i.line, i.product_id, i.variant_id, true, i.sku, i.barcode, i.product_name, i.variant_name, i.options,
      i.image_media_key, i.quantity, i.unit_price, i.discount_price,
      i.quantity * coalesce(i.discount_price, i.unit_price))::internal.priced_line
    order by i.line)
  from app.order_items i
  where i.order_id = agreed_lines.order_id;
end;
