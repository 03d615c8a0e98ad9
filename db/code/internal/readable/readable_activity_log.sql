-- What people did, the activity: acts that change no record (app.activity_log, internal.log_activity); changes of
-- records, which the journal has (app.changes) and internal.activity_action names; what was done to orders, their
-- parcels, returns and money, which their timelines have and internal.timeline_act names; and notes.
-- Takes: nothing.
-- Raises: nothing.
-- see: guides/inside#the-journal
--
-- Each row is shown to those who may see it where it stands. One branch for records and one for parts, whose object is
-- what they belong to, so that an index finds an object; likewise for orders and what belongs to them. Each is put in
-- order, so that the newest are merged from them: the empty text keeps Postgres from the index by types, which has
-- another order. What branches of timelines leave out first are the conditions of their indexes.
create or replace view internal.readable_activity_log with (security_invoker = true) as
(select a.id, a.company_id, a.store_id, a.actor_type, a.actor_id, a.actor_name, a.action, a.object_type, a.object_id,
  a.before, a.after, a.request_id, a.created_at
from app.activity_log a
order by a.created_at desc, a.id desc)
union all
(select c.id, c.company_id, c.store_id, c.actor_type, c.actor_id, c.actor_name, n.act, n.object_type, c.record_id,
  internal.told_values(c.record_type, c.before), internal.told_values(c.record_type, c.after), c.request_id,
  c.created_at
from app.changes c
cross join lateral (
  select internal.activity_object(c.record_type) as object_type, internal.activity_action(c.record_type, c.action,
    c.operation, c.actor_type, c.actor_name, c.before, c.after) as act,
    c.record_type in ('courier_rate', 'product_category', 'stock_count_line', 'video_placement') as is_part
) n
where c.record_type not in ('attachment', 'attribute_value', 'product_image', 'variant')
  and n.act is not null
  -- The void of a charge was written for the charge.
  and not internal.is_told_elsewhere(c.id, c.company_id, case c.record_type
      when 'courier_charge' then (c.after ->> 'reverses_id')::uuid else c.parent_id end, c.request_id, n.act,
    n.is_part, case when n.is_part then n.object_type else c.record_type end, c.record_id)
order by c.created_at desc, c.id desc)
union all
(select c.id, c.company_id, c.store_id, c.actor_type, c.actor_id, c.actor_name, n.act, n.object_type, c.parent_id,
  c.before, c.after, c.request_id, c.created_at
from app.changes c
cross join lateral (
  select internal.activity_object(c.record_type) as object_type, internal.activity_action(c.record_type, c.action,
    c.operation, c.actor_type, c.actor_name, c.before, c.after) as act
) n
where c.record_type || '' in ('attachment', 'attribute_value', 'product_image', 'variant')
  and n.act is not null
  and not internal.is_told_elsewhere(c.id, c.company_id, null, c.request_id, n.act, true, n.object_type, c.parent_id)
order by c.created_at desc, c.id desc)
union all
(select t.id, t.company_id, t.store_id, t.actor_type, t.actor_id, t.actor_name, n.act, 'order', t.order_id,
  internal.timeline_values(t.action, t.from_status, t.note, t.detail, false),
  internal.timeline_values(t.action, t.to_status, t.note, t.detail, true), t.request_id, t.created_at
from app.order_timeline t
cross join lateral (
  select internal.timeline_part(t.detail) as part_id, internal.timeline_act(t.action, t.actor_type, t.actor_name,
    t.from_status, t.to_status, t.detail) as act
) n
where (t.actor_type = 'staff' or t.actor_name = 'Command line')
  and (t.detail ?| array['parcel_id', 'return_id', 'payment_id']) is not true
  and n.act is not null
  and (select internal.may_read('activity.read'))
  and not internal.is_order_told_elsewhere(t.id, t.company_id, t.store_id, t.order_id, t.order_id, t.request_id, n.act)
order by t.created_at desc, t.id desc)
union all
(select t.id, t.company_id, t.store_id, t.actor_type, t.actor_id, t.actor_name, n.act,
  split_part(n.act, '.', 1), n.part_id,
  internal.timeline_values(t.action, t.from_status, t.note, t.detail, false),
  internal.timeline_values(t.action, t.to_status, t.note, t.detail, true), t.request_id, t.created_at
from app.order_timeline t
cross join lateral (
  select internal.timeline_part(t.detail) as part_id, internal.timeline_act(t.action, t.actor_type, t.actor_name,
    t.from_status, t.to_status, t.detail) as act
) n
where t.detail ?| array['parcel_id', 'return_id', 'payment_id']
  and (t.actor_type = 'staff' or t.actor_name = 'Command line' or t.actor_type = 'api_key'
    and t.action <> 'payment_recorded' and (t.action <> 'parcel_booked' or t.detail ? 'tracking_code'))
  and n.act is not null
  and (select internal.may_read('activity.read'))
  and not internal.is_order_told_elsewhere(t.id, t.company_id, t.store_id, t.order_id, n.part_id, t.request_id, n.act)
order by t.created_at desc, t.id desc)
union all
(select s.id, s.company_id, s.store_id, n.noted_by,
  s.actor_id, s.actor_name, n.kind || '.noted', n.kind,
  n.object_id, null, jsonb_build_object('note', s.note), null, s.created_at
from app.staff_notes s
cross join lateral (
  select case when s.order_id is not null then 'order' when s.customer_id is not null then 'customer'
    else 'product' end as kind, coalesce(s.order_id, s.customer_id, s.product_id) as object_id,
    case when s.actor_id is null then 'system' else 'staff' end as noted_by
) n
where (select internal.may_read('activity.read'))
  and (s.customer_id is null or (select internal.may_read('customers.read')))
  and not internal.is_note_told_elsewhere(s.id, s.company_id, n.object_id, s.note)
order by s.created_at desc, s.id desc);
call internal.install_readable('app.activity_log');
grant select on internal.readable_activity_log to haat_dba;

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_activity_log() returns setof app.activity_log
language sql stable rows 100
begin atomic
  select * from internal.readable_activity_log;
end;
grant execute on function internal.readable_activity_log() to haat_staff;
