--! owner: haat_gatekeeper
-- Gives by what right webhook endpoints of a rotation chain are sent events now: that of its newest good key.
-- Takes: the chain, by its first key; null gives nothing.
-- Gives: whether a key is good; whether none can ever be good again (all revoked, expired or replaced); the scopes and
-- the stores in reach of the newest good key, or else of the newest; and all keys of the chain.
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.rights_of_lineage(lineage_id uuid, out is_good boolean, out is_gone boolean,
  out scopes text[], out store_ids uuid[], out key_ids uuid[])
language sql stable security definer
set search_path = ''
begin atomic
  select c.sqlstate is null, coalesce(c.sqlstate in ('HT002', 'HT003'), false), c.scopes, c.store_ids,
    array(select o.id from app.api_keys o where o.lineage_id = k.lineage_id)
  from app.api_keys k
  cross join lateral gate.find_key(k.key_hash) c
  where k.lineage_id = rights_of_lineage.lineage_id
  -- HT001 may pass: a store or company that is not live, a plan without API access.
  order by c.sqlstate nulls first, k.created_at desc, k.id desc
  limit 1;
end;
grant execute on function internal.rights_of_lineage(uuid) to haat_owner;
