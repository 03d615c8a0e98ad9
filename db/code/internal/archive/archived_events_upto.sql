-- Gives the id up to which all events are archived that can be, from the first that were; null where none were in 62
-- days.
create or replace function internal.archived_events_upto() returns uuid
language sql stable
set search_path = ''
begin atomic
  select coalesce(
    (select s.after_id from internal.history_seals s
     where s.log = 'events' and s.company_id is null and s.number > f.seal
       -- Those that are archived, of years, are not counted.
       and case when exists (select from internal.archives a where a.seal = s.number) then false
         else internal.has_all_events(s) end
     order by s.number limit 1),
    (select s.upto_id from internal.history_seals s where s.log = 'events' and s.company_id is null
      order by s.number desc limit 1))
  from (
    select min(a.seal) as seal from internal.archives a
    where a.log = 'events' having max(a.archived_at) > internal.now() - interval '62 days'
  ) f;
end;
grant execute on function internal.archived_events_upto() to haat_gatekeeper;
