-- Tells of a damage since when at the latest it is there, who last changed the record, and how it is mended.
-- Takes: the check, and the object that it names (ledger.audit).
-- Gives: since when all that this check looks at was verified without a finding, null for never; the last change that
-- the journal tells of a record named there, or of an order; and what to do.
create or replace function ledger.explain_damage(check_name text, object text)
  returns table (sound_at timestamptz, last_change text, mend text)
language sql stable rows 1
begin atomic
  with named as (
    select m[1]::uuid as id from regexp_matches(object, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') m
    union
    select o.id from app.orders o where o.number = substring(explain_damage.object from 'ORD-[0-9]{8}-[0-9]+')
  )
  select
    (select case
       when k.has_shares or k.key in ('order_id', 'variant_id') then
         (select r.verified_at from internal.audit_rotation(k.name) r)
       -- Each audit asks it whole.
       else (select max(r.started_at) from internal.audit_runs r where k.name <> all (r.broken_checks)) end
     from ledger.checks k where k.name = explain_damage.check_name),
    (select format('%s by %s at %s', coalesce(l.operation, l.action), l.actor_name, l.created_at)
     from (
       select c.* from app.changes c
       where c.record_id in (select n.id from named n)
         and c.record_type in (select j.record_type from ledger.journaled_tables j)
       union all
       select c.* from app.changes c where c.parent_id in (select n.id from named n)) l
     order by l.id desc limit 1),
    coalesce(
      (select 'npm run haat -- repair ' || r.what from ledger.repairs r
       where r.check_name = explain_damage.check_name),
      case explain_damage.check_name
        when 'check_logins' then 'run the statement that stands as what is expected'
        when 'check_schema' then 'npm run migrate makes code, policies and grants again; the rest by hand'
        when 'check_archives' then
          'find the record in a backup; npm run haat -- archive verify reads its file'
        when 'check_departures' then 'find the record in a backup'
        when 'check_guards' then 'npm run migrate makes code, policies and grants again; the rest by hand'
        when 'check_records' then 'set it back by an ordinary change: ledger.changes tells what stood there'
        when 'check_seals' then 'find the row in a backup; a seal, by its hash in the log of the worker'
        when 'check_history' then 'find the row in a backup; a seal, by its hash in the log of the worker'
        when 'check_numbers' then 'setval to what is expected, as a superuser, before the next number is given'
        else 'by hand, with a backup and what ledger.changes tells' end);
end;
grant execute on function ledger.explain_damage(text, text) to haat_dba;
