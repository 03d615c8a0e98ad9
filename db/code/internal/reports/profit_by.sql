-- What the orders earned that were placed in a window of days, by what they have in common.
-- Takes: the stores, the first and the last day, and group_by: product, courier, district, channel, agent, or null:
-- all together.
-- Gives: a row a group (internal.group_orders). Key and name null: those of none. Amounts are null where the stores
-- have several currencies.
--
-- Every grouping sums up the same lines (ledger.line_profit), each of which is in one group.
create or replace function internal.profit_by(store_ids uuid[], first_day date, last_day date, group_by text)
  returns setof staff.profit
language sql stable rows 50
set search_path = ''
begin atomic
  select g.key, case profit_by.group_by
      when 'product' then (select p.name from app.products p where p.id = g.key::uuid)
      else g.name end,
    g.orders, g.units, g.sales, g.refunded, g.cost, g.charged, g.damaged, g.profit, g.uncosted
  from (
    select k.key, min(k.name) as name, count(distinct l.order_id)::integer as orders, sum(l.units)::integer as units,
      case when c.is_one then sum(l.sales_amount) end as sales,
      case when c.is_one then sum(l.refunded_amount) end as refunded,
      case when c.is_one then sum(l.cost_amount) end as cost,
      case when c.is_one then sum(l.charged_amount) end as charged,
      case when c.is_one then sum(l.damaged_amount) end as damaged,
      case when c.is_one then sum(l.profit_amount) end as profit,
      case when c.is_one then sum(l.uncosted_amount) end as uncosted
    from internal.group_orders(store_ids, first_day, last_day, profit_by.group_by) o
    cross join lateral (select p.* from ledger.line_profit p where p.order_id = o.order_id) l
    cross join lateral (
      select case profit_by.group_by when 'product' then l.product_id::text else o.key end as key, o.name
    ) k
    cross join (select internal.is_one_currency(store_ids) as is_one) c
    group by k.key, c.is_one
  ) g
  order by g.profit desc, g.key;
end;
