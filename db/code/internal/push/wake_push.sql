-- Adds the job of each device whose notices wait though they are due: it was lost. As the owner of the queue.
-- Gives: how many.
create or replace function internal.wake_push() returns integer
language sql volatile
begin atomic
  select count(w.added)::integer
  from (
    select internal.enqueue_push(d.id, internal.now())::text as added
    from app.staff_push_devices d
    where d.not_before < internal.now() - interval '1 minute' and not internal.has_moved(d.company_id)
      and exists (
        select from app.push_notices n
        where n.company_id = d.company_id and n.device_id = d.id
          and n.created_at < internal.now() - interval '1 minute')
  ) w;
end;
grant execute on function internal.wake_push() to haat_gatekeeper;
