-- Finds orders by number, by the customer's name (with customers.read also phone, in any spelling), by a parcel's
-- tracking code or by a payment's transaction id: the newest first, at most 500. The other arguments narrow them; tag:
-- in any case.
-- Raises: HT100 of the list's paging, which is not used here.
--
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_orders(search text, store_id uuid default null, stage text default null,
  status text default null, tag text default null) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.*
  from internal.find_order_ids(btrim(search_orders.search), jsonb_strip_nulls(jsonb_build_object(
    'store_id', search_orders.store_id, 'stage', search_orders.stage, 'status', search_orders.status,
    'tag', nullif(btrim(search_orders.tag), '')))) as w (id)
  -- Row by row: the planner alone would read all orders.
  cross join lateral (select o.* from internal.readable_orders() o where o.id = w.id limit 1) t
  -- Those found by a code were not narrowed yet.
  where (search_orders.status is null or t.status = search_orders.status)
    and (search_orders.stage is null or t.status = any (array(
      select s.status from app.order_statuses s where s.stage = search_orders.stage)))
    and (nullif(btrim(search_orders.tag), '') is null
      or internal.tag_keys(t.store_id, t.tags) && internal.tag_keys(t.store_id, array[btrim(search_orders.tag)]))
  order by t.created_at desc, t.id desc;
end;
grant execute on function staff.search_orders(text, uuid, text, text, text) to haat_staff;
