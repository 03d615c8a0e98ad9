--! owner: haat_gatekeeper
-- Gives uploads and imports past their expiry on which no worker works, at most 1,000.
create or replace function internal.expired_videos() returns table (company_id uuid, video_id uuid)
language plpgsql volatile security definer rows 10
set search_path = ''
as $$
begin
  return query
  select v.company_id, v.id from app.videos v
  where v.status = 'uploading' and internal.has_expired(v.status, v.expires_at, v.lease_expires_at)
    and not internal.has_moved(v.company_id)
  order by v.company_id, v.created_at, v.id
  limit 1000;
end
$$;
grant execute on function internal.expired_videos() to haat_owner;
