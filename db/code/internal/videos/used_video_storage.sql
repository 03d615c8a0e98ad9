--! owner: haat_gatekeeper
-- Takes: a company.
-- Gives: the bytes of its plan's video storage in use: what unfinished videos have reserved and ready ones take,
-- except those on no product for 48 hours.
-- see: guides/videos#limits
--
-- As the gatekeeper: the plan is the company's, so videos count in all its stores, whatever the caller's key can see.
create or replace function internal.used_video_storage(company_id uuid) returns bigint
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_unshown_before constant timestamptz := internal.now() - interval '48 hours';
begin
  return (
    select coalesce(sum(v.reserved_bytes), 0)::bigint from app.videos v
    where v.company_id = used_video_storage.company_id and v.reserved_bytes > 0
      and (v.unshown_since is null or v.unshown_since > v_unshown_before)
      and not internal.has_expired(v.status, v.expires_at, v.lease_expires_at));
end
$$;
grant execute on function internal.used_video_storage(uuid) to haat_owner;
