-- Ends an API key: its next request is refused, and where it was the last of its chain, the chain's webhook endpoints
-- are disabled. Revoking it again changes nothing. Needs developer.manage.
-- Raises: HT014 (permission), HT100 (id).
create or replace function staff.revoke_api_key(id uuid) returns app.api_keys
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_key app.api_keys;
begin
  perform internal.require_permission('developer.manage');
  v_key := internal.find_own_api_key(revoke_api_key.id);
  if v_key.revoked_at is null then
    update app.api_keys t set revoked_at = internal.now() where t.id = v_key.id returning * into v_key;
    perform internal.disable_keyless_endpoint(k.endpoint_id) from internal.keyless_endpoints(v_key.lineage_id) k;
  end if;
  return v_key;
end
$$;
grant execute on function staff.revoke_api_key(uuid) to haat_staff;
