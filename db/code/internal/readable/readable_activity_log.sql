-- What people did, the activity: acts that change no record (app.activity_log, internal.log_activity), and changes of
-- records, which the journal has (app.changes) and internal.activity_action names.
-- Takes: nothing.
-- Raises: nothing.
-- see: guides/inside#the-journal
--
-- Each row is shown to those who may see it where it stands. One branch for records and one for parts, whose object is
-- what they belong to, so that an index finds an object. Each is put in order, so that the newest are merged from the
-- three: the empty text keeps Postgres from the index by types, which has another order.
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
where c.record_type not in ('attribute_value', 'product_image', 'variant')
  and n.act is not null
  and not internal.is_told_elsewhere(c.id, c.company_id, c.parent_id, c.request_id, n.act,
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
where c.record_type || '' in ('attribute_value', 'product_image', 'variant')
  and n.act is not null
  and not internal.is_told_elsewhere(c.id, c.company_id, null, c.request_id, n.act, true, n.object_type, c.parent_id)
order by c.created_at desc, c.id desc);
call internal.install_readable('app.activity_log');
grant select on internal.readable_activity_log to haat_dba;

-- The rows by the name of their table, so that what is made for that works on them too. Inlined into the query.
create or replace function internal.readable_activity_log() returns setof app.activity_log
language sql stable rows 100
begin atomic
  select * from internal.readable_activity_log;
end;
grant execute on function internal.readable_activity_log() to haat_staff;
