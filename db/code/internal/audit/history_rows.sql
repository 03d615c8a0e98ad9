-- Takes: a log (order_timeline, activity_log, events) and two ids.
-- Gives: each row of the log above the first id and up to the second, with the SHA-256 of all it says.
--
-- The columns are named one by one, and the time goes in as a number: a column added later, or another TimeZone or
-- DateStyle, must not change what was sealed. Changing what is here breaks every seal there is.
create or replace function internal.history_rows(log text, after_id uuid, upto_id uuid)
  returns table (id uuid, digest bytea)
language sql stable
begin atomic
  select t.id, pg_catalog.sha256(pg_catalog.convert_to(row(t.id, t.company_id, t.store_id, t.order_id, t.action,
      t.from_status, t.to_status, t.note, t.detail, t.actor_type, t.actor_id, t.actor_name, t.request_id,
      extract(epoch from t.created_at))::text, 'UTF8'))
  from app.order_timeline t
  where history_rows.log = 'order_timeline' and t.id > history_rows.after_id and t.id <= history_rows.upto_id
  union all
  select a.id, pg_catalog.sha256(pg_catalog.convert_to(row(a.id, a.company_id, a.store_id, a.actor_type, a.actor_id,
      a.actor_name, a.action, a.object_type, a.object_id, a.before, a.after, a.request_id,
      extract(epoch from a.created_at))::text, 'UTF8'))
  from app.activity_log a
  where history_rows.log = 'activity_log' and a.id > history_rows.after_id and a.id <= history_rows.upto_id
  union all
  select e.id, pg_catalog.sha256(pg_catalog.convert_to(row(e.id, e.company_id, e.store_id, e.sequence, e.type,
    e.object_id,
      e.object, e.previous, e.request_id, extract(epoch from e.created_at))::text, 'UTF8'))
  from app.events e
  where history_rows.log = 'events' and e.id > history_rows.after_id and e.id <= history_rows.upto_id;
end;
grant execute on function internal.history_rows(text, uuid, uuid) to haat_gatekeeper, haat_dba;
