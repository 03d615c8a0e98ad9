-- Replaces a key by a new one with the same type, scopes and expiry; both work until the grace window (0 to 168
-- hours) is over.
-- A key that was still in its window from an earlier rotation ends now.
-- Needs developer.manage; company keys by owners only.
--
-- At most one key of a chain is in its grace window, so rotating again ends the one before it at once.
create or replace function staff.rotate_api_key(id uuid, grace_hours integer default 24) returns staff.issued_api_key
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.api_keys;
  v_now constant timestamptz := internal.now();
  k staff.issued_api_key;
begin
  perform internal.require_permission('developer.manage');
  if coalesce(grace_hours, -1) not between 0 and 168 then
    perform internal.field_error('HT008', 'grace_hours', 'must be from 0 to 168');
  end if;
  o := internal.find_own_api_key(rotate_api_key.id);
  if o.type = 'company' then
    perform internal.require_owner('rotate a company key');
  end if;
  if o.revoked_at is not null then
    perform internal.fail('HT101', 'This key was revoked; create a new one.');
  elsif o.grace_ends_at is not null then
    perform internal.fail('HT101', 'This key was rotated already; rotate the key that replaced it.');
  elsif o.expires_at <= v_now then
    perform internal.fail('HT101', 'This key has expired; create a new one.');
  end if;
  -- Nobody revoked it: to who still holds it, it has expired. spec: Authentication 7
  update app.api_keys t set grace_ends_at = null, expires_at = least(t.expires_at, v_now)
    where t.lineage_id = o.lineage_id and t.grace_ends_at is not null and t.revoked_at is null;
  update app.api_keys t set grace_ends_at = v_now + make_interval(hours => grace_hours) where t.id = o.id;
  k := internal.issue_api_key(o.name, o.type, o.store_id, o.scopes, o.expires_at, o);
  perform internal.log_activity(o.store_id, 'api_key.rotated', 'api_key', o.id, jsonb_build_object('last4', o.last4),
    jsonb_build_object('last4', (k.api_key).last4, 'replaced_by', (k.api_key).id, 'grace_ends_at', v_now + make_interval(hours => grace_hours)));
  return k;
end
$$;
grant execute on function staff.rotate_api_key(uuid, integer) to haat_staff;
