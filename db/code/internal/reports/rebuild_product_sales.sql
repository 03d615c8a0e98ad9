-- Computes the product_sales of a store again: for each variant, blocks of 1, 8 and 64 days, and all days.
-- Takes: the store. internal.rebuild_sales holds the locks.
create or replace function internal.rebuild_product_sales(store app.stores) returns void
language plpgsql volatile
set search_path = ''
as $$
begin
  delete from app.product_sales p where p.store_id = store.id;
  insert into app.product_sales (company_id, store_id, days, starts_on, variant_id,
    units_sold, units_returned, revenue)
  select store.company_id, store.id, w.days, x.day - (x.day - date '1970-01-01') % w.days, x.variant_id,
    sum(x.units_sold), sum(x.units_returned), sum(x.revenue)
  from (
    select (o.delivered_at at time zone store.timezone)::date as day, i.variant_id,
      sum(i.delivered_quantity) as units_sold,
      sum(i.returned_quantity) as units_returned,
      sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as revenue
    from app.orders o join app.order_items i on i.store_id = o.store_id and i.order_id = o.id
    where o.store_id = store.id and o.delivered_at is not null and i.delivered_quantity > 0
    group by 1, 2
  ) x cross join (values (1), (8), (64), (32767)) as w (days)
  group by w.days, x.day - (x.day - date '1970-01-01') % w.days, x.variant_id
  -- In the order of the primary key, which then grows at its end.
  order by w.days, x.day - (x.day - date '1970-01-01') % w.days, x.variant_id;
end
$$;
grant execute on function internal.rebuild_product_sales(app.stores) to haat_gatekeeper;
