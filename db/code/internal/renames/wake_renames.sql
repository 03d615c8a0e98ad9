-- Adds the job of each rename that waits and has none: it was deleted by hand. As the owner of the queue.
-- Gives: how many.
create or replace function internal.wake_renames() returns integer
language sql volatile security definer
set search_path = ''
begin atomic
  select count(w.added)::integer
  from (
    select internal.enqueue_rename(r.kind, r.id)::text as added
    from internal.pending_renames r
    where not internal.has_moved(r.company_id) and not exists (
      select from graphile_worker.jobs j where j.key = pg_catalog.format('rename:%s:%s', r.kind, r.id))
  ) w;
end;
grant execute on function internal.wake_renames() to haat_gatekeeper;
