--! owner: haat_gatekeeper
-- Takes: a store, a key with those it replaced or a member of staff, and a UTC day.
-- Gives: the videos started in the store and the imports started by them.
--
-- As the gatekeeper: a company key's day counts in all stores, the closed ones too, and a store's day over all who
-- start.
create or replace function internal.count_video_starts(
  store_id uuid, starter_ids uuid[], day date, out in_store bigint, out imports_by_starters bigint
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  select coalesce(sum(s.starts), 0) into in_store from app.video_starts s
    where s.store_id = count_video_starts.store_id and s.day = count_video_starts.day;
  select coalesce(sum(s.imports), 0) into imports_by_starters from app.video_starts s
    where s.starter_id = any (starter_ids) and s.day = count_video_starts.day;
end
$$;
grant execute on function internal.count_video_starts(uuid, uuid[], date) to haat_owner;
