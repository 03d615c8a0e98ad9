--! owner: haat_gatekeeper
-- Takes: the SHA-256 of a presented key.
-- Gives: its holder with its live stores, or why it is refused (HT001 to HT003).
-- spec: Authentication 7
--
-- Everything about the caller that a request needs, in one look-up by the key's SHA-256. Owned by the gatekeeper, the
-- one role that may read key hashes; no tenant is set yet when it runs.
create or replace function gate.find_key(key_hash bytea) returns gate.caller
language plpgsql stable security definer
set search_path = ''
as $$
declare
  k record;
  v_caller gate.caller;
begin
  select a.id, a.lineage_id, a.name, a.type, a.store_id, a.company_id, a.scopes, a.revoked_at, a.expires_at, a.grace_ends_at,
         c.status as company_status, p.api_access, p.reads_per_minute, p.writes_per_minute,
         array(select s.id from app.stores s
               where s.company_id = a.company_id and s.status = 'active' and (a.store_id is null or s.id = a.store_id)) as store_ids
    into k
    from app.api_keys a
    join app.companies c on c.id = a.company_id
    join app.plans p on p.id = c.plan_id
    where a.key_hash = find_key.key_hash;
  if k.id is null then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'The API key is not known.';
  elsif k.revoked_at is not null then
    v_caller.sqlstate := 'HT002';
    v_caller.message := 'The API key was revoked.';
  elsif k.expires_at <= internal.now() then
    v_caller.sqlstate := 'HT003';
    v_caller.message := 'The API key has expired.';
  elsif k.grace_ends_at <= internal.now() then
    v_caller.sqlstate := 'HT003';
    v_caller.message := 'The API key was rotated and its grace window is over.';
  elsif k.company_status <> 'active' or (k.store_id is not null and cardinality(k.store_ids) = 0) then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'The store or company of this API key is not live.';
  elsif not k.api_access then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'The plan of this company has no API access.';
  end if;
  v_caller.key_id := k.id;
  v_caller.lineage_id := k.lineage_id;
  v_caller.key_name := k.name;
  v_caller.key_type := k.type;
  v_caller.key_store_id := k.store_id;
  v_caller.company_id := k.company_id;
  v_caller.store_ids := k.store_ids;
  v_caller.scopes := k.scopes;
  v_caller.reads_per_minute := k.reads_per_minute;
  v_caller.writes_per_minute := k.writes_per_minute;
  return v_caller;
end
$$;
