-- Takes the personal data of a locked customer out of what is told of the past: timelines, activity log, events and
-- journal.
-- Gives: the rows that changed, which app.erased_rows now holds with their digests before and after.
--
-- An order that an edit gave to another customer is told of as long as it was this one's (internal.customer_at). What
-- belongs to its parcels and its money goes with the customer that it has.
-- Their seals stay as they are: internal.history_rows knows an erased row by these digests.
create or replace function internal.erase_history(customer app.customers, erasure_id uuid) returns bigint
language plpgsql volatile
set search_path = ''
as $$
declare
  v_order_ids constant uuid[] := array(
    select o.id from app.orders o where o.store_id = customer.store_id and o.customer_id = customer.id);
  v_had_ids constant uuid[] := v_order_ids || internal.former_orders(customer);
  v_object_ids constant uuid[] := v_had_ids || internal.objects_of_customer(customer, v_order_ids);
  v_count bigint;
begin
  with changed as (
    update app.order_timeline t set (note, detail) = (
        select r.note, r.detail from internal.redacted_timeline(t) r)
      where t.store_id = customer.store_id and t.order_id = any (v_had_ids)
        and internal.customer_at(t.order_id, t.created_at, t.id) = customer.id
        and t operator(pg_catalog.*<>) internal.redacted_timeline(t)
      returning 'order_timeline' as log, new.company_id, new.id,
        internal.timeline_digest(old) as before, internal.timeline_digest(new) as after
  ), changed_activity as (
    update app.activity_log a set (before, after) = (
        select r.before, r.after from internal.redacted_activity(a) r)
      where a.company_id = customer.company_id and a.object_id = any (v_object_ids)
        and (a.object_type <> 'order' or internal.customer_at(a.object_id, a.created_at) = customer.id)
        and a operator(pg_catalog.*<>) internal.redacted_activity(a)
      returning 'activity_log', new.company_id, new.id, internal.activity_digest(old), internal.activity_digest(new)
  ), changed_events as (
    update app.events e set (object, previous) = (
        select r.object, r.previous from internal.redacted_event(e) r)
      where e.store_id = customer.store_id and e.object_id = any (v_object_ids)
        and coalesce(e.object ->> 'customer_id', customer.id::text) = customer.id::text
        and e operator(pg_catalog.*<>) internal.redacted_event(e)
      returning 'events', new.company_id, new.id, internal.event_digest(old), internal.event_digest(new)
  ), changed_journal as (
    update app.changes j set (before, after) = (
        select r.before, r.after from internal.redacted_change(j) r)
      where j.company_id = customer.company_id
        and (j.record_id = any (v_object_ids) or j.parent_id = any (v_order_ids || customer.id))
        and (j.record_type <> 'order' or customer.id in (internal.customer_at(j.record_id, j.created_at),
          (j.before ->> 'customer_id')::uuid, (j.after ->> 'customer_id')::uuid))
        and j operator(pg_catalog.*<>) internal.redacted_change(j)
      returning 'changes', new.company_id, new.id, internal.change_digest(old), internal.change_digest(new)
  )
  insert into app.erased_rows (company_id, erasure_id, log, row_id, sealed_digest, erased_digest)
  select c.company_id, erase_history.erasure_id, c.log, c.id,
    -- Erased once more: what its seal covers is still what it said at first.
    coalesce((
      select e.sealed_digest from app.erased_rows e
      where e.company_id = c.company_id and e.row_id = c.id and e.erased_digest = c.before), c.before),
    c.after
  from (
    select * from changed union all select * from changed_activity union all select * from changed_events
    union all select * from changed_journal
  ) c;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
