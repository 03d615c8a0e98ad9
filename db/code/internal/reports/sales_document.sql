-- Gives the sales figures of a window as the report shows them.
-- Takes: the store, the first and last day, and the channels (null for all).
-- see: reference/reports#get_sales_summary
create or replace function internal.sales_document(store_id uuid, first_day date, last_day date, channel_ids uuid[])
  returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
begin
  return (
    select json_build_object(
      'from', first_day,
      'to', last_day,
      'orders', t.orders,
      'gross_sales', t.gross_sales::text,
      'net_sales', t.net_sales::text,
      'net_revenue', (t.net_sales + t.shipping_charged)::text,
      'average_order_value', coalesce(round(t.net_sales / nullif(t.orders, 0), 2), 0.00)::text,
      -- Not for a channel: an order may be paid in part, later, or paid back.
      'money_received', case when channel_ids is null then t.money_received::text end)
    from (
      select
        coalesce(sum(x.orders), 0) as orders,
        coalesce(sum(x.gross_sales), 0.00) as gross_sales,
        coalesce(sum(x.net_sales), 0.00) as net_sales,
        coalesce(sum(x.shipping_charged), 0.00) as shipping_charged,
        coalesce(sum(x.money_received), 0.00) as money_received
      from (
        select d.orders, d.gross_sales, d.net_sales, d.shipping_charged, d.money_received
        from app.sales_days d
        where d.company_id = v_company_id and d.store_id = sales_document.store_id
          and d.day between first_day and last_day
          and (channel_ids is null or d.channel_id = any (channel_ids))
        union all
        select c.orders, c.gross_sales, c.net_sales, c.shipping_charged, c.money_received
        from app.sales_changes c
        where c.company_id = v_company_id and c.store_id = sales_document.store_id
          and c.day between first_day and last_day
          and (channel_ids is null or c.channel_id = any (channel_ids))
      ) x
    ) t
  );
end
$$;
grant execute on function internal.sales_document(uuid, date, date, uuid[]) to haat_api, haat_staff;
