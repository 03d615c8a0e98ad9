-- Tells whether all events of a seal are still there: one that lost some can be archived no more.
create or replace function internal.has_all_events(seal internal.history_seals) returns boolean
language sql stable
set search_path = ''
begin atomic
  select (seal).row_count = (
    select count(*) from app.events e
    where e.id > (seal).after_id and e.id <= (seal).upto_id
      and case when e.company_id = any (array(select internal.arrived_companies('events')))
        then not internal.has_arrived(e.company_id, 'events', e.id) else true end);
end;
grant execute on function internal.has_all_events(internal.history_seals) to haat_gatekeeper;
