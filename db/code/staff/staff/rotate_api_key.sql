-- Replaces an API key by a new one with the same type, scopes and expiry. Both work until the grace window is over; a
-- key that was still in its window from an earlier rotation ends now. Needs developer.manage; company keys by owners
-- only.
-- Takes: grace_hours from 0 to 168.
-- Raises: HT014 (permission, owner), HT100 (id), HT101 (the key is no longer good).
--
-- At most one key of a chain is in its grace window.
create or replace function staff.rotate_api_key(id uuid, grace_hours integer default 24) returns staff.issued_api_key
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_old app.api_keys;
  v_grace_ends_at timestamptz;
begin
  perform internal.require_permission('developer.manage');
  v_old := internal.find_own_api_key(rotate_api_key.id);
  if v_old.type = 'company' then
    perform internal.require_owner('rotate a company key');
  end if;
  if v_old.revoked_at is not null then
    perform internal.fail('HT101', 'keyOver.revoked');
  elsif v_old.grace_ends_at is not null then
    perform internal.fail('HT101', 'keyOver.rotated');
  elsif v_old.expires_at <= v_now then
    perform internal.fail('HT101', 'keyOver');
  end if;
  -- It was not revoked: for those who still use it, it has expired. see: guides/overview#your-key
  update app.api_keys t set grace_ends_at = null, expires_at = least(t.expires_at, v_now)
    where t.lineage_id = v_old.lineage_id and t.grace_ends_at is not null and t.revoked_at is null;
  v_grace_ends_at := v_now + make_interval(hours => coalesce(grace_hours, 24));
  update app.api_keys t set grace_ends_at = v_grace_ends_at where t.id = v_old.id;
  return internal.issue_api_key(v_old.name, v_old.type, v_old.store_id, v_old.scopes, v_old.expires_at, v_old);
end
$$;
grant execute on function staff.rotate_api_key(uuid, integer) to haat_staff;
