-- What is left of each row of the history that an erasure changed: whose it is, and whether it is as the erasure left
-- it. Events that the clean-up has removed are not here.
create or replace view ledger.erased_history with (security_invoker = true) as
select e.company_id, e.erasure_id, e.log, e.row_id,
  internal.customer_at(t.order_id, t.created_at, t.id) as customer_id,
  internal.timeline_digest(t) = e.erased_digest as is_unchanged,
  t operator(pg_catalog.*=) internal.redacted_timeline(t) as is_redacted
from app.erased_rows e
join app.order_timeline t on t.id = e.row_id
where e.log = 'order_timeline'
union all
select e.company_id, e.erasure_id, e.log, e.row_id,
  case a.object_type
    when 'customer' then a.object_id
    when 'customer_address' then (coalesce(a.after, a.before) ->> 'customer_id')::uuid
    else coalesce(p.customer_id, internal.customer_at(a.object_id, a.created_at))
  end,
  internal.activity_digest(a) = e.erased_digest,
  a operator(pg_catalog.*=) internal.redacted_activity(a)
from app.erased_rows e
join app.activity_log a on a.id = e.row_id
left join lateral (
  select q.customer_id
  from (
    select x.order_id from app.parcels x where x.id = a.object_id
    union all
    select x.order_id from app.payments x where x.id = a.object_id
    union all
    select x.order_id from app.returns x where x.id = a.object_id
  ) part
  join app.orders q on q.id = part.order_id
) p on true
where e.log = 'activity_log'
union all
select e.company_id, e.erasure_id, e.log, e.row_id,
  coalesce((v.object ->> 'customer_id')::uuid,
    (select o.customer_id from app.orders o where o.id = (v.object ->> 'order_id')::uuid), v.object_id),
  internal.event_digest(v) = e.erased_digest,
  v operator(pg_catalog.*=) internal.redacted_event(v)
from app.erased_rows e
join app.events v on v.id = e.row_id
where e.log = 'events'
union all
select e.company_id, e.erasure_id, e.log, e.row_id,
  case
    when c.record_type = 'customer' then c.record_id
    when c.record_type = 'customer_address' then c.parent_id
    -- An edit that gave an order to another customer tells of both.
    when c.record_type = 'order' and c.before ? 'customer_id' then coalesce((
        select r.customer_id from ledger.erasures r
        where r.erasure_id = e.erasure_id
          and r.customer_id in ((c.before ->> 'customer_id')::uuid, (c.after ->> 'customer_id')::uuid)),
      (c.after ->> 'customer_id')::uuid)
    when c.record_type = 'order' then internal.customer_at(c.record_id, c.created_at)
    else (select o.customer_id from app.orders o where o.id = c.parent_id)
  end,
  internal.change_digest(c) = e.erased_digest,
  c operator(pg_catalog.*=) internal.redacted_change(c)
from app.erased_rows e
join app.changes c on c.id = e.row_id
where e.log = 'changes';
comment on column ledger.erased_history.company_id is 'The tenant.';
comment on column ledger.erased_history.erasure_id is 'The erasure that took text out of the row.';
comment on column ledger.erased_history.log is 'The table of the row.';
comment on column ledger.erased_history.row_id is 'The row.';
comment on column ledger.erased_history.customer_id is 'The customer that the row tells of.';
comment on column ledger.erased_history.is_unchanged is 'The row is as this erasure left it.';
comment on column ledger.erased_history.is_redacted is 'The row holds nothing that an erasure takes away.';
grant select on ledger.erased_history to haat_dba;
