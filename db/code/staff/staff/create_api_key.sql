-- Creates an API key for an integration. The plaintext is in this answer and nowhere else. Needs developer.manage.
-- Takes: type is store (with store_id) or company (owners only).
-- Raises: HT014 (permission, owner), HT100 (store_id), HT008 (type, store_id, expires_at, scopes).
create or replace function staff.create_api_key(name text, type text, scopes text[], store_id uuid default null,
  expires_at timestamptz default null) returns staff.issued_api_key
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_scopes constant text[] := array(select distinct s from unnest(create_api_key.scopes) s order by s);
  v_constraint text;
  v_issued staff.issued_api_key;
  v_key app.api_keys;
begin
  perform internal.require_permission('developer.manage');
  if create_api_key.type = 'company' then
    perform internal.require_owner('create a company key');
    if create_api_key.store_id is not null then
      perform internal.field_error('HT008', 'store_id', 'keyStore');
    end if;
  elsif create_api_key.type = 'store' then
    if create_api_key.store_id is null then
      perform internal.field_error('HT008', 'store_id', 'keyStore.needed');
    end if;
    perform internal.require_store(create_api_key.store_id);
  else
    perform internal.field_error('HT008', 'type', 'notAllowed.storeCompany');
  end if;
  if create_api_key.expires_at <= internal.now() or not isfinite(create_api_key.expires_at) then
    perform internal.field_error('HT008', 'expires_at', 'future');
  end if;
  begin
    v_issued := internal.issue_api_key(btrim(create_api_key.name), create_api_key.type, create_api_key.store_id,
      v_scopes, create_api_key.expires_at);
  exception when check_violation then
    -- The rules of scopes are in the table's constraints, and only there.
    get stacked diagnostics v_constraint = constraint_name;
    if v_constraint not like 'api_keys_scopes%' and v_constraint not like 'api_keys_catalog%' then
      raise;
    end if;
    perform internal.field_error('HT008', 'scopes',
      case v_constraint when 'api_keys_scopes_are_known' then 'keyScopes' else 'keyScopes.together' end);
  end;
  v_key := v_issued.api_key;
  perform internal.log_activity(create_api_key.store_id, 'api_key.created', 'api_key', v_key.id, null,
    jsonb_build_object(
      'name', v_key.name,
      'type', v_key.type,
      'scopes', v_key.scopes,
      'expires_at', v_key.expires_at));
  return v_issued;
end
$$;
grant execute on function staff.create_api_key(text, text, text[], uuid, timestamptz) to haat_staff;
