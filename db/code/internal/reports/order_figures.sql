-- What became of the orders that were placed in a window of days, by what they have in common.
-- Takes: the stores, the first and the last day, and group_by: agent, channel, district, product, hour, or null: all
-- together.
-- Gives: a row a group (internal.group_orders), those with most orders first, hours in their order. Key and name
-- null: those of none. Each order is cancelled, delivered, returned without a delivery, or open. What was delivered
-- stays so, whatever the customer sends back, as in the sales and in the figures of couriers.
-- Amounts are null where the stores have several currencies.
--
-- Every grouping sums up the same lines; by product an order counts for each product in it.
create or replace function internal.order_figures(store_ids uuid[], first_day date, last_day date, group_by text)
  returns setof staff.order_figures
language sql stable rows 50
set search_path = ''
begin atomic
  select g.key, case order_figures.group_by
      when 'product' then (select p.name from app.products p where p.id = g.key::uuid)
      else g.name end,
    g.orders, g.cancelled, g.delivered, g.returned, g.open,
    round(g.delivered::numeric / nullif(g.delivered + g.returned, 0), 4), g.units,
    case when c.is_one then g.ordered_amount end, case when c.is_one then g.net_amount end
  from (
    select o.key, min(o.name) as name, count(*)::integer as orders,
      count(*) filter (where t.stock = 'none')::integer as cancelled,
      count(*) filter (where o.was_delivered)::integer as delivered,
      count(*) filter (where t.stock = 'returning' and not o.was_delivered)::integer as returned,
      count(*) filter (where t.stock = 'reserved')::integer as open,
      sum(o.units)::integer as units, sum(o.ordered_amount) as ordered_amount, sum(o.net_amount) as net_amount
    from (
      select n.order_id, n.status, n.was_delivered, n.name, sum(i.quantity) as units,
        sum(i.line_total) as ordered_amount,
        sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as net_amount,
        case order_figures.group_by when 'product' then i.product_id::text else n.key end as key
      from internal.group_orders(store_ids, first_day, last_day, order_figures.group_by) n
      join app.order_items i on i.store_id = n.store_id and i.order_id = n.order_id
      group by n.order_id, n.status, n.was_delivered, n.name, 8
    ) o
    join app.order_statuses t on t.status = o.status
    group by o.key
  ) g
  cross join (select internal.is_one_currency(store_ids) as is_one) c
  order by case when order_figures.group_by = 'hour' then g.key end, g.orders desc, g.key;
end;
