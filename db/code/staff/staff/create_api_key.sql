-- Creates an API key for an integration. The plaintext is in this answer and nowhere else. Needs developer.manage.
-- Takes: type is store (with store_id) or company (owners only).
-- Raises: HT014 (permission, owner), HT100 (store_id), HT008 (expires_at).
create or replace function staff.create_api_key(name text, type text, scopes text[], store_id uuid default null,
  expires_at timestamptz default null) returns staff.issued_api_key
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_scopes constant text[] := array(select distinct s from unnest(create_api_key.scopes) s order by s);
begin
  perform internal.require_permission('developer.manage');
  if create_api_key.type = 'company' then
    perform internal.require_owner('create a company key');
  else
    perform internal.require_store(create_api_key.store_id);
  end if;
  if create_api_key.expires_at <= internal.now() or not isfinite(create_api_key.expires_at) then
    perform internal.field_error('HT008', 'expires_at', 'future');
  end if;
  return internal.issue_api_key(btrim(create_api_key.name), create_api_key.type, create_api_key.store_id,
    v_scopes, create_api_key.expires_at);
end
$$;
grant execute on function staff.create_api_key(text, text, text[], uuid, timestamptz) to haat_staff;
