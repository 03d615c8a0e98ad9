-- Orders that fit all that is given, the newest first, or the oldest. At most 200; those after an order of the list
-- come with starting_after. courier_id and sku: orders that had a parcel with the courier, or hold the SKU; city, and
-- district (where the address has none, its city): that go there, to those with customers.read. last_call_outcome:
-- what came of the last call to the customer; min_calls: about which there were so many calls, up to 10, or more; tag:
-- that have it, in any case. placed_from and placed_to: the days on which they were placed, by the calendar of their
-- store; least_amount and most_amount: what they come to.
-- Raises: HT100 (starting_after).
create or replace function staff.list_orders(store_id uuid default null, stage text default null,
  status text default null, payment_status text default null, assignee_id uuid default null,
  courier_id uuid default null, city text default null, sku text default null, oldest_first boolean default false,
  starting_after uuid default null, last_call_outcome text default null, min_calls integer default null,
  district text default null, tag text default null, channel_id uuid default null, placed_from date default null,
  placed_to date default null, least_amount numeric default null, most_amount numeric default null)
  returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  -- Days that a moment can have.
  from (
    select case when placed_from is not null then least(greatest(placed_from, e.first), e.last) end as first_day,
      case when placed_to is not null then least(greatest(placed_to, e.first), e.last) end as last_day
    from (values (date '1970-01-01', date '9999-12-31')) e (first, last)
  ) d
  cross join lateral unnest(internal.find_staged_orders(jsonb_strip_nulls(jsonb_build_object(
    'store_id', list_orders.store_id,
    'stage', list_orders.stage,
    'status', list_orders.status,
    'payment_status', list_orders.payment_status,
    'assignee_id', list_orders.assignee_id,
    'courier_id', list_orders.courier_id,
    'city', list_orders.city,
    'district', nullif(btrim(list_orders.district), ''),
    'sku', list_orders.sku,
    'tag', nullif(btrim(list_orders.tag), ''),
    -- A channel that is not there has no orders.
    'channel', case when list_orders.channel_id is not null then coalesce(
      (select c.slug from app.channels c where c.id = list_orders.channel_id), '') end,
    'placed_from', d.first_day,
    'placed_to', d.last_day,
    -- A day begins somewhere up to 14 hours before it does in UTC, and ends up to 12 after.
    'created_after', d.first_day::timestamp at time zone 'UTC' - interval '14 hours',
    'created_before', d.last_day::timestamp at time zone 'UTC' + interval '36 hours',
    'least_amount', list_orders.least_amount,
    'most_amount', list_orders.most_amount,
    'last_call_outcome', list_orders.last_call_outcome,
    'min_calls', case when list_orders.min_calls > 10 then 10 else list_orders.min_calls end,
    'starting_after', list_orders.starting_after,
    'sort', case when list_orders.oldest_first then 'created_at' else '-created_at' end))))
    with ordinality as w (id, place)
  cross join lateral (select o.* from internal.readable_orders() o where o.id = w.id limit 1) t
  -- What is hidden is not found either.
  where (coalesce(list_orders.city, list_orders.district) is null or internal.is_permitted('customers.read'))
    and (list_orders.channel_id is null or t.channel_id = list_orders.channel_id)
  order by w.place;
end;
grant execute on function staff.list_orders(uuid, text, text, text, uuid, uuid, text, text, boolean, uuid, text,
  integer, text, text, uuid, date, date, numeric, numeric) to haat_staff;
