-- Gives what happened to an order before a moment, the newest first, at most 200: its timeline, as entries of a feed.
-- Takes: the order, and the time and id of the entry before which (null: from the newest on).
--
-- Every change of an order, its parcels, its returns and its money writes the timeline (internal.add_to_timeline).
create or replace function internal.feed_of_order("order" app.orders, before_at timestamptz, before_id uuid)
  returns setof staff.feed_entry
language sql stable rows 20
set search_path = ''
begin atomic
  select t.id, t.created_at, t.actor_type, t.actor_name, s.subject,
    case s.subject when 'order' then t.order_id else (t.detail ->> (s.subject || '_id'))::uuid end,
    case s.subject when 'return' then t.detail ->> 'number' else "order".number end,
    t.action,
    case t.action when 'updated' then (select jsonb_object_agg(d.key, d.value -> 0) from jsonb_each(t.detail) d)::text
      else t.from_status end,
    case t.action when 'updated' then (select jsonb_object_agg(d.key, d.value -> 1) from jsonb_each(t.detail) d)::text
      when 'assigned' then t.detail ->> 'name' else t.to_status end,
    t.note, t.detail
  from app.order_timeline t
  cross join lateral (
    select case
      when t.action <> 'status_changed' and t.detail ? 'parcel_id' then 'parcel'
      when t.detail ? 'payment_id' then 'payment'
      when t.action <> 'status_changed' and t.detail ? 'return_id' then 'return'
      else 'order' end as subject
  ) s
  where t.store_id = "order".store_id and t.order_id = "order".id
    and (t.created_at, t.id) < (coalesce(feed_of_order.before_at, 'infinity'),
      coalesce(feed_of_order.before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by t.created_at desc, t.id desc
  limit 200;
end;
grant execute on function internal.feed_of_order(app.orders, timestamptz, uuid) to haat_staff;
