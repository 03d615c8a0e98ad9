-- Takes: a log (order_timeline, activity_log, events, changes, stock_movements) and two ids; a company, for its rows
-- alone; and the prints of a seal of all.
-- Gives: each row of the log above the first id and up to the second, with the SHA-256 that its seal covers.
--
-- That is the SHA-256 of what the row says. A row from which an erasure took personal data says less than when it was
-- sealed: as long as it is just as the erasure left it, it counts as it was before.
-- Rows that a company brought from another database (internal.seal_arrival) have seals of their own, and are no rows
-- of a seal of all, unless that has their prints: the company had been here before.
create or replace function internal.history_rows(log text, after_id uuid, upto_id uuid, company_id uuid default null,
  row_prints bytea default null)
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
  left join app.erased_rows e on e.company_id = h.company_id and e.row_id = h.id and e.erased_digest = h.digest
  where case
    when history_rows.company_id is not null then h.company_id = history_rows.company_id
    when h.company_id = any (array(select internal.arrived_companies(history_rows.log))) then
      not internal.has_arrived(h.company_id, history_rows.log, h.id)
      or position(substr(coalesce(e.sealed_digest, h.digest), 1, 8) in history_rows.row_prints) > 0
    else true end;
end;
grant execute on function internal.history_rows(text, uuid, uuid, uuid, bytea) to haat_gatekeeper, haat_dba;
