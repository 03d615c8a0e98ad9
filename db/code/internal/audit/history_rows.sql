-- Takes: a log (order_timeline, activity_log, events, changes, stock_movements) and two ids.
-- Gives: each row of the log above the first id and up to the second, with the SHA-256 that its seal covers.
--
-- That is the SHA-256 of what the row says. A row from which an erasure took personal data says less than when it was
-- sealed: as long as it is just as the erasure left it, it counts as it was before.
create or replace function internal.history_rows(log text, after_id uuid, upto_id uuid)
  returns table (id uuid, digest bytea)
language sql stable rows 10000
begin atomic
  select h.id, coalesce(e.sealed_digest, h.digest)
  from (
    select t.company_id, t.id, internal.timeline_digest(t) as digest
    from app.order_timeline t
    where history_rows.log = 'order_timeline' and t.id > history_rows.after_id and t.id <= history_rows.upto_id
    union all
    select a.company_id, a.id, internal.activity_digest(a)
    from app.activity_log a
    where history_rows.log = 'activity_log' and a.id > history_rows.after_id and a.id <= history_rows.upto_id
    union all
    select v.company_id, v.id, internal.event_digest(v)
    from app.events v
    where history_rows.log = 'events' and v.id > history_rows.after_id and v.id <= history_rows.upto_id
    union all
    select c.company_id, c.id, internal.change_digest(c)
    from app.changes c
    where history_rows.log = 'changes' and c.id > history_rows.after_id and c.id <= history_rows.upto_id
    union all
    select m.company_id, m.id, internal.movement_digest(m)
    from app.stock_movements m
    where history_rows.log = 'stock_movements' and m.id > history_rows.after_id and m.id <= history_rows.upto_id
  ) h
  left join app.erased_rows e on e.company_id = h.company_id and e.row_id = h.id and e.erased_digest = h.digest;
end;
grant execute on function internal.history_rows(text, uuid, uuid) to haat_gatekeeper, haat_dba;
