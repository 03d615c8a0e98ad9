-- What was changed, by whom, and from what to what: a row for each changed column, one for each new or deleted record,
-- and what the timelines tell of orders.
create or replace view ledger.changes with (security_invoker = true) as
select c.created_at as at, c.actor_name as actor, c.operation, c.record_type,
  internal.record_name(c.record_type, c.record_id, c.parent_id) as record, c.action, d.column_name, d.before, d.after,
  case when c.record_type = 'order' then c.record_id
    when c.record_type in ('order_item', 'parcel', 'payment', 'return') then c.parent_id end as order_id,
  c.company_id, c.store_id, c.record_id, c.part, c.parent_id, c.actor_type, c.actor_id, c.request_id, c.id
from app.changes c
cross join lateral (
  select f.key as column_name, c.before ->> f.key as before, f.value as after
  from jsonb_each_text(c.after) f
  where c.action = 'update'
  union all
  select null, c.before::text, c.after::text where c.action <> 'update' or c.after is null
) d
union all
select t.created_at, t.actor_name, t.action, 'order', o.number, 'timeline',
  case when t.to_status is not null then 'status' end, t.from_status,
  coalesce(t.to_status, t.detail::text), t.order_id, t.company_id, t.store_id, t.order_id, '', null, t.actor_type,
  t.actor_id, t.request_id, t.id
from app.order_timeline t
join app.orders o on o.id = t.order_id;
comment on column ledger.changes.at is 'When.';
comment on column ledger.changes.actor is 'Who did it, by the name of then.';
comment on column ledger.changes.operation is
  'What was asked for: the operation of the API, the procedure of staff, the timer; of a timeline what it tells.';
comment on column ledger.changes.record_type is 'Type of the record (journaled_tables).';
comment on column ledger.changes.record is
  'What people call it: name, SKU, number, code; of parts of an order its number.';
comment on column ledger.changes.action is
  'insert, update, delete; baseline: it was there when its journal began; timeline: an entry of an order''s timeline.';
comment on column ledger.changes.column_name is 'The column that changed; null for a whole record.';
comment on column ledger.changes.before is 'What stood there; of a deleted record all of it.';
comment on column ledger.changes.after is 'What stands there since; of a new record all of it.';
comment on column ledger.changes.order_id is 'The order, for orders and their lines, parcels, payments and returns.';
comment on column ledger.changes.company_id is 'The tenant.';
comment on column ledger.changes.store_id is 'The store.';
comment on column ledger.changes.record_id is 'Its id.';
comment on column ledger.changes.part is 'What tells it from others with this id.';
comment on column ledger.changes.parent_id is 'What it belongs to.';
comment on column ledger.changes.actor_type is 'api_key, staff, system, operator (by hand) or release.';
comment on column ledger.changes.actor_id is 'The key or the staff member.';
comment on column ledger.changes.request_id is 'The request.';
comment on column ledger.changes.id is 'The row of the journal, or of the timeline: they rise with time.';
grant select on ledger.changes to haat_dba;
