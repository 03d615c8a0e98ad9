-- What the orders earned that were placed in a window, by what they have in common.
-- Takes: the store, the window, and group_by: product, courier, district, channel, agent, or null: all together.
-- Gives: a row a group. An order is of its last parcel's courier, of the district or else the city of its address, and
-- of the agent who first confirmed it, else of who created it. Key and name null: those of none.
--
-- Every grouping sums up the same lines (ledger.line_profit), each of which is in one group.
create or replace function internal.profit_by(store_id uuid, from_at timestamptz, until_at timestamptz, group_by text)
  returns setof staff.profit
language sql stable rows 50
set search_path = ''
begin atomic
  select g.key, case profit_by.group_by
      when 'product' then (select p.name from app.products p where p.id = g.key::uuid)
      when 'courier' then (select c.name from app.couriers c where c.id = g.key::uuid)
      when 'channel' then (select c.name from app.channels c where c.id = g.key::uuid)
      else g.name end,
    g.orders, g.units, g.sales, g.refunded, g.cost, g.charged, g.damaged, g.profit
  from (
    select k.key, min(k.name) as name, count(distinct l.order_id)::integer as orders, sum(l.units)::integer as units,
      sum(l.sales_amount) as sales, sum(l.refunded_amount) as refunded, sum(l.cost_amount) as cost,
      sum(l.charged_amount) as charged, sum(l.damaged_amount) as damaged, sum(l.profit_amount) as profit
    from app.orders o
    cross join lateral (select p.* from ledger.line_profit p where p.order_id = o.id) l
    left join lateral (
      select coalesce(t.actor_id::text, t.actor_name) as key, t.actor_name as name from app.order_timeline t
      where profit_by.group_by = 'agent' and t.store_id = o.store_id and t.order_id = o.id
        and (t.to_status = 'confirmed' or t.action = 'created')
      order by t.action = 'created', t.created_at, t.id limit 1
    ) a on true
    left join lateral (
      select p.courier_id from app.parcels p
      where profit_by.group_by = 'courier' and p.store_id = o.store_id and p.order_id = o.id
      order by p.created_at desc, p.id desc limit 1
    ) c on true
    cross join lateral (
      select case profit_by.group_by
          when 'product' then l.product_id::text
          when 'courier' then c.courier_id::text
          when 'district' then internal.fold(internal.address_district(o.shipping_address))
          when 'channel' then o.channel_id::text
          when 'agent' then a.key end as key,
        case profit_by.group_by
          when 'district' then internal.address_district(o.shipping_address)
          when 'agent' then a.name end as name
    ) k
    where o.store_id = profit_by.store_id and o.created_at >= from_at and o.created_at < until_at
    group by k.key
  ) g
  order by g.profit desc, g.key;
end;
