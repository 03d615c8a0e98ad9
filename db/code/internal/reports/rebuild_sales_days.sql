-- Computes the sales_days of a store again, from the three sources that the triggers book from: orders, lines,
-- payments.
-- Takes: the store. internal.rebuild_sales holds the locks.
create or replace function internal.rebuild_sales_days(store app.stores) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  delete from app.sales_days d where d.store_id = store.id;
  insert into app.sales_days (company_id, store_id, day, channel_id,
    orders, gross_sales, net_sales, shipping_charged, money_received)
  select store.company_id, store.id, x.day, x.channel_id,
    sum(x.orders), sum(x.gross_sales), sum(x.net_sales), sum(x.shipping_charged), sum(x.money_received)
  from (
    select (o.delivered_at at time zone store.timezone)::date as day, o.channel_id,
      1 as orders, o.subtotal as gross_sales, 0 as net_sales, o.shipping_charge as shipping_charged,
      0 as money_received
    from app.orders o
    where o.store_id = store.id and o.delivered_at is not null
    union all
    select (o.delivered_at at time zone store.timezone)::date, o.channel_id,
      0, 0, internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity), 0, 0
    from app.orders o join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.store_id = store.id and o.delivered_at is not null and i.delivered_quantity > 0
    union all
    select (p.settled_at at time zone store.timezone)::date, o.channel_id,
      0, 0, 0, 0, case p.kind when 'payment' then p.amount else -p.amount end
    from app.payments p join app.orders o on o.store_id = p.store_id and o.id = p.order_id
    where p.store_id = store.id and p.status = 'settled'
  ) x
  group by x.day, x.channel_id;
end
$$;
grant execute on function internal.rebuild_sales_days(app.stores) to haat_gatekeeper;
