--! owner: haat_gatekeeper
-- Takes: a store, and a key with those it replaced or a member of staff.
-- Gives: how many videos are unfinished (uploading or being checked) in the store and of them, wherever.
create or replace function internal.count_open_videos(
  store_id uuid, starter_ids uuid[], out in_store bigint, out by_starters bigint
)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  select count(*) filter (where v.store_id = count_open_videos.store_id),
      count(*) filter (where coalesce(v.key_id, v.staff_id) = any (starter_ids))
    into in_store, by_starters
    from app.videos v
    where v.company_id = (select s.company_id from app.stores s where s.id = count_open_videos.store_id)
      and v.reserved_bytes > 0 and v.status in ('uploading', 'verifying')
      and not internal.has_expired(v.status, v.expires_at, v.lease_expires_at);
end
$$;
grant execute on function internal.count_open_videos(uuid, uuid[]) to haat_owner;
