-- Ends a key: its next request is refused.
-- Revoking it again changes nothing.
-- Needs developer.manage.
create or replace function staff.revoke_api_key(id uuid) returns app.api_keys
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  k app.api_keys;
begin
  perform internal.require_permission('developer.manage');
  k := internal.find_own_api_key(revoke_api_key.id);
  if k.revoked_at is null then
    update app.api_keys t set revoked_at = internal.now() where t.id = k.id returning * into k;
    perform internal.log_activity(k.store_id, 'api_key.revoked', 'api_key', k.id, jsonb_build_object('revoked_at', null), jsonb_build_object('revoked_at', k.revoked_at));
  end if;
  return k;
end
$$;
grant execute on function staff.revoke_api_key(uuid) to haat_staff;
