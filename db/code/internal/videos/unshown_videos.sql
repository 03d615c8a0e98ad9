--! owner: haat_gatekeeper
-- Gives ready videos that were on no product for 48 hours and 7 days, at most 1,000, and clears the counts of starts
-- of past days.
create or replace function internal.unshown_videos() returns table (company_id uuid, video_id uuid)
language plpgsql volatile security definer rows 10
set search_path = ''
as $$
declare
  v_before constant timestamptz := internal.now() - interval '48 hours' - interval '7 days';
begin
  -- Days that no limit looks at any more.
  delete from app.video_starts s where s.day < (internal.now() at time zone 'UTC')::date - 7;
  return query
  select v.company_id, v.id from app.videos v
  where v.unshown_since <= v_before and not internal.has_moved(v.company_id)
  order by v.company_id, v.unshown_since, v.id
  limit 1000;
end
$$;
grant execute on function internal.unshown_videos() to haat_owner;
