grant create on schema internal to haat_gatekeeper;
set local role haat_gatekeeper;
create or replace function internal.claim_video_check(lease uuid, seconds integer)
  returns table (video_id uuid, company_id uuid, storage_key text, size_bytes bigint, needs_poster boolean)
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return query
  update app.videos t set lease_id = claim_video_check.lease, lease_expires_at = clock_timestamp() + make_interval(secs => seconds)
    where t.id = (
      select x.id from app.videos x
      where x.status = 'verifying' and (x.lease_expires_at is null or x.lease_expires_at <= clock_timestamp())
      order by x.created_at, x.id
      limit 1 for no key update skip locked)
    returning t.id, t.company_id, t.storage_key, t.size_bytes, t.cover_key is null;
end
$$;
comment on function internal.claim_video_check(uuid, integer) is 'Takes an id for the lease and its seconds; leases the video to be checked next and gives it, no row when there is none.';
grant execute on function internal.claim_video_check(uuid, integer) to haat_worker;
set local role haat_owner;
revoke create on schema internal from haat_gatekeeper;
