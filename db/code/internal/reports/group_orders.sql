-- The orders that were placed in a window of days, by the calendar of their store, each with what it is grouped by.
-- Takes: the stores, the first and the last day, and group_by: courier, district, channel, agent, hour, or anything
-- else: no group.
-- Gives: key and name null: those of none. An order is of its last parcel's courier, of the district or else the city
-- of its address, of the agent who first confirmed it, else of who created it, and of the hour of its store's clock.
--
-- Every report about orders that were placed takes them from here. It reads addresses, which staff may not: its
-- callers run as the owner, inside the fence.
create or replace function internal.group_orders(store_ids uuid[], first_day date, last_day date, group_by text)
  returns table (store_id uuid, order_id uuid, status text, was_delivered boolean, key text, name text)
language sql stable rows 500
set search_path = ''
begin atomic
  select o.store_id, o.id, o.status, o.delivered_at is not null,
    case group_orders.group_by
      when 'courier' then c.id::text
      when 'district' then internal.fold(internal.address_district(o.shipping_address))
      when 'channel' then o.channel_id::text
      when 'agent' then a.key
      when 'hour' then to_char(o.created_at at time zone s.timezone, 'HH24') end,
    case group_orders.group_by
      when 'courier' then c.name
      when 'district' then internal.address_district(o.shipping_address)
      when 'channel' then h.name || case when cardinality(store_ids) > 1 then ' · ' || s.name else '' end
      when 'agent' then a.name
      when 'hour' then to_char(o.created_at at time zone s.timezone, 'HH24:00') end
  from app.stores s
  cross join lateral (
    select o.* from app.orders o
    where o.store_id = s.id and o.created_at >= first_day::timestamp at time zone s.timezone
      and o.created_at < (last_day + 1)::timestamp at time zone s.timezone
    -- Store by store, so that its orders of these days are read and no others.
    offset 0
  ) o
  left join app.channels h on h.store_id = o.store_id and h.id = o.channel_id
  left join lateral (
    -- Of archived entries their summary tells it (internal.timeline_summary), which knows what was before those left.
    select coalesce(t.agent ->> 'id', t.agent ->> 'name') as key, t.agent ->> 'name' as name
    from (
      select x.action = 'archived' as is_summary, x.created_at, x.id,
        case x.action when 'archived' then x.detail -> 'agent' else jsonb_build_object(
          'id', x.actor_id, 'name', x.actor_name, 'has_confirmed', x.action <> 'created') end as agent
      from app.order_timeline x
      where group_orders.group_by = 'agent' and x.store_id = o.store_id and x.order_id = o.id
        and (x.to_status = 'confirmed' or x.action in ('created', 'archived'))
    ) t
    order by (t.agent ->> 'has_confirmed')::boolean desc nulls last, t.is_summary desc, t.created_at, t.id limit 1
  ) a on true
  left join lateral (
    select p.courier_id from app.parcels p
    where group_orders.group_by = 'courier' and p.store_id = o.store_id and p.order_id = o.id
    order by p.created_at desc, p.id desc limit 1
  ) p on true
  left join app.couriers c on c.id = p.courier_id
  where s.id = any (store_ids);
end;
