--! owner: haat_gatekeeper
-- Finds the holder of a key, with everything about it that a request needs.
-- Takes: the key's SHA-256.
-- Gives: the caller with its active stores. Its sqlstate is null, or HT001 (unknown, or company or store not live, or
-- no API access), HT002 (revoked), HT003 (expired).
-- Raises: nothing.
-- spec: Authentication 7
--
-- Owned by the gatekeeper, the one role that may read key hashes: no tenant is set yet when this runs.
create or replace function gate.find_key(key_hash bytea) returns gate.caller
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_key record;
  v_caller gate.caller;
begin
  select a.id, a.lineage_id, a.name, a.type, a.store_id, a.company_id, a.scopes, a.revoked_at, a.expires_at,
         a.grace_ends_at, c.status as company_status, p.api_access, p.reads_per_minute, p.writes_per_minute,
         array(
           select s.id from app.stores s
           where s.company_id = a.company_id and s.status = 'active'
             -- A test store is its own keys' alone.
             and (s.id = a.store_id or a.store_id is null and not s.is_test)
         ) as store_ids
    into v_key
    from app.api_keys a
    join app.companies c on c.id = a.company_id
    join app.plans p on p.id = c.plan_id
    where a.key_hash = find_key.key_hash;
  if v_key.id is null then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'The API key is not known.';
  elsif v_key.revoked_at is not null then
    v_caller.sqlstate := 'HT002';
    v_caller.message := 'The API key was revoked.';
  elsif v_key.expires_at <= internal.now() then
    v_caller.sqlstate := 'HT003';
    v_caller.message := 'The API key has expired.';
  elsif v_key.grace_ends_at <= internal.now() then
    v_caller.sqlstate := 'HT003';
    v_caller.message := 'The API key was rotated and its grace window is over.';
  elsif v_key.company_status <> 'active' or (v_key.store_id is not null and cardinality(v_key.store_ids) = 0) then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'The store or company of this API key is not live.';
  elsif not v_key.api_access then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'The plan of this company has no API access.';
  end if;
  v_caller.key_id := v_key.id;
  v_caller.lineage_id := v_key.lineage_id;
  v_caller.key_name := v_key.name;
  v_caller.key_type := v_key.type;
  v_caller.key_store_id := v_key.store_id;
  v_caller.company_id := v_key.company_id;
  v_caller.store_ids := v_key.store_ids;
  v_caller.scopes := v_key.scopes;
  v_caller.reads_per_minute := v_key.reads_per_minute;
  v_caller.writes_per_minute := v_key.writes_per_minute;
  return v_caller;
end
$$;
