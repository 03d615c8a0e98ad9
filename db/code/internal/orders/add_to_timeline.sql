-- Writes what happened to an order into its timeline, with the current actor.
-- Takes: an order, the action, the status before and after where it changed, a note and detail for people; of a new or
-- edited order its hashes (internal.order_prints).
-- see: guides/orders
create or replace function internal.add_to_timeline(
  company_id uuid,
  store_id uuid,
  order_id uuid,
  action text,
  from_status text,
  to_status text,
  note text default null,
  detail jsonb default null,
  prints bytea default null)
  returns void
language sql volatile
begin atomic
  insert into app.order_timeline (
    company_id, store_id, order_id, action, from_status, to_status, note, detail, prints,
    actor_type, actor_id, actor_name, request_id)
  select
    add_to_timeline.company_id, add_to_timeline.store_id, add_to_timeline.order_id, add_to_timeline.action,
    add_to_timeline.from_status, add_to_timeline.to_status, add_to_timeline.note, add_to_timeline.detail,
    add_to_timeline.prints,
    a.actor_type, a.actor_id, a.actor_name, a.request_id
  from internal.current_actor() a;
end;
