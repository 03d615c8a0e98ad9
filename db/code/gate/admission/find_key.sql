--! owner: haat_gatekeeper
-- Finds the holder of a key, with everything about it that a request needs.
-- Takes: the key's SHA-256.
-- Gives: the caller with its active stores. Its sqlstate is null, or HT001 (unknown, or company or store not live, or
-- no API access), HT002 (revoked), HT003 (expired), HT019 (its company has gone to another database); its message is
-- then the key of a sentence.
-- Raises: nothing.
-- see: guides/overview#your-key
--
-- Owned by the gatekeeper, the one role that may read key hashes: no tenant is set yet when this runs.
create or replace function gate.find_key(key_hash bytea) returns gate.caller
language plpgsql stable security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_caller gate.caller;
begin
  select
      case
        when m.company_id is not null then 'HT019'
        when a.revoked_at is not null then 'HT002'
        when a.expires_at <= v_now or a.grace_ends_at <= v_now then 'HT003'
        when l.is_dead or not p.api_access then 'HT001'
      end,
      case
        when m.company_id is not null then 'companyMoved'
        when a.revoked_at is not null then 'keyDead.revoked'
        when a.expires_at <= v_now then 'keyDead.expired'
        when a.grace_ends_at <= v_now then 'keyDead.rotated'
        when l.is_dead then 'keyNotLive'
        when not p.api_access then 'keyNotLive.plan'
      end,
      a.id, a.lineage_id, a.name, a.type, a.store_id, a.company_id, s.ids, a.scopes,
      p.reads_per_minute, p.writes_per_minute
    into v_caller
    from app.api_keys a
    join app.companies c on c.id = a.company_id
    join app.plans p on p.id = c.plan_id
    left join internal.company_moves m on m.company_id = a.company_id and m.state = 'moved'
    cross join lateral (
      select array(
        select t.id from app.stores t
        where t.company_id = a.company_id and t.status = 'active'
          -- A test store is its own keys' alone.
          and (t.id = a.store_id or a.store_id is null and not t.is_test)
      ) as ids
    ) s
    cross join lateral (
      select c.status <> 'active' or a.store_id is not null and cardinality(s.ids) = 0 as is_dead
    ) l
    where a.key_hash = find_key.key_hash;
  if v_caller.key_id is null then
    v_caller.sqlstate := 'HT001';
    v_caller.message := 'keyDead';
  end if;
  return v_caller;
end
$$;
