--! owner: haat_gatekeeper
-- Gives how many exports wait for a worker.
create or replace function internal.count_due_exports() returns integer
language sql volatile
set search_path = ''
begin atomic
  select count(*)::integer
  from app.exports e
  where e.status in ('pending', 'running') and not internal.is_leased(e.lease_expires_at);
end;
