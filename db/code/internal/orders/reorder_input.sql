-- Gives what an order held as the input of a new order: its content, at the prices that were agreed.
-- Takes: the order and {coupon_code?}: absent, the coupon is that of the order; null, there is none.
-- see: guides/orders#order-again
--
-- Nothing is paid with it: what was paid for the order stays there.
create or replace function internal.reorder_input(repeated app.orders, input jsonb) returns jsonb
language sql stable
begin atomic
  select jsonb_build_object(
    'reorder_of_id', repeated.id,
    'channel', (select c.slug from app.channels c where c.id = repeated.channel_id),
    'location_id', repeated.location_id,
    'customer_id', repeated.customer_id,
    'shipping_address', repeated.shipping_address::text,
    -- Of the store's table: asked of it again, as stock and coupon are judged anew; agreed where it is gone.
    'shipping_charge', case when repeated.delivery_zone is null then repeated.shipping_charge end,
    'agreed_shipping_charge', repeated.shipping_charge,
    'tax_amount', repeated.tax_amount,
    'coupon_code', case when input ? 'coupon_code' then input ->> 'coupon_code' else repeated.coupon ->> 'code' end,
    'custom_fields', repeated.custom_fields,
    'tags', repeated.tags,
    'note', repeated.note,
    'items', (
      select jsonb_agg(jsonb_build_object('variant_id', i.variant_id, 'quantity', i.quantity,
        'unit_price', i.unit_price, 'discount_price', i.discount_price) order by i.line)
      from app.order_items i where i.store_id = repeated.store_id and i.order_id = repeated.id));
end;
