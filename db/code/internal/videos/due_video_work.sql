--! owner: haat_gatekeeper
-- Gives how many imports (one a company), checks and deletions of files wait for a worker.
-- Changes nothing.
create or replace function internal.due_video_work() returns table (imports integer, checks integer, deletions integer)
language plpgsql stable security definer rows 10
set search_path = ''
as $$
begin
  return query select
    (select count(*)::integer from (
      select from app.videos v where v.source = 'import' and v.status = 'uploading'
        and not internal.has_moved(v.company_id)
      group by v.company_id
      having bool_or(v.expires_at > internal.now())
        and not bool_or(internal.is_leased(v.lease_expires_at))) c),
    (select count(*)::integer from app.videos v where v.status = 'verifying'
      and not internal.is_leased(v.lease_expires_at) and not internal.has_moved(v.company_id)),
    (select count(*)::integer from internal.media_deletions d where d.due_at <= clock_timestamp()
      and not internal.has_moved(d.company_id));
end
$$;
grant execute on function internal.due_video_work() to haat_worker;
