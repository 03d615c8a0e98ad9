-- Adds a delivered order to the sales of its day, or takes it out again.
-- Takes: the order and 1 or -1.
create or replace function internal.book_sales(delivered app.orders, sign integer) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_day date;
begin
  perform internal.lock_sales_calendar_shared(delivered.store_id);
  v_day := internal.store_day(delivered.store_id, delivered.delivered_at);
  insert into app.sales_changes (company_id, store_id, day, channel_id, orders, gross_sales, shipping_charged)
  values (delivered.company_id, delivered.store_id, v_day, delivered.channel_id, sign,
    sign * delivered.subtotal, sign * delivered.shipping_charge);
  insert into app.sales_changes (company_id, store_id, day, channel_id, variant_id,
    net_sales, units_sold, units_returned)
  select delivered.company_id, delivered.store_id, v_day, delivered.channel_id, i.variant_id,
    sign * sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)),
    sign * sum(i.delivered_quantity),
    sign * sum(i.returned_quantity)
    from app.order_items i
    where i.store_id = delivered.store_id and i.order_id = delivered.id and i.delivered_quantity > 0
    group by i.variant_id;
end
$$;
