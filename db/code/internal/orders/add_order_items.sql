-- Writes the lines of a new order, each with its share of the order's discount.
-- Takes: the order and its lines as internal.price_lines gave them.
create or replace function internal.add_order_items(new_order app.orders, lines internal.priced_line[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_shares constant numeric[] := case
    when new_order.discount_amount = 0 then array_fill(0::numeric, array[cardinality(lines)])
    else internal.share_amount(
      new_order.discount_amount, array(select l.amount from unnest(lines) l order by l.line)) end;
begin
  insert into app.order_items (
    company_id, store_id, order_id, line,
    product_id, variant_id, sku, barcode, product_name, variant_name, options, image_media_key,
    quantity, unit_price, discount_price, discount_amount, line_total,
    created_at)
  select
    new_order.company_id, new_order.store_id, new_order.id, l.line,
    l.product_id, l.variant_id, l.sku, l.barcode, l.product_name, l.variant_name, l.options, l.image_media_key,
    l.quantity, l.unit_price, l.discount_price, v_shares[l.line + 1], l.amount - v_shares[l.line + 1],
    new_order.created_at
  from unnest(lines) l;
end
$$;
