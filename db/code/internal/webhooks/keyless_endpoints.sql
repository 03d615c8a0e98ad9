--! owner: haat_gatekeeper
-- Finds active webhook endpoints of keys whose rotation chain has no key that can ever be good again: all are revoked,
-- expired or replaced.
-- Takes: a chain, by its first key; null: all chains of all companies.
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.keyless_endpoints(lineage_id uuid default null)
  returns table (company_id uuid, endpoint_id uuid)
language sql stable security definer rows 10
set search_path = ''
begin atomic
  select e.company_id, e.id
  from app.webhook_endpoints e
  where e.key_lineage_id is not null and e.status = 'active'
    and not internal.has_moved(e.company_id)
    and (keyless_endpoints.lineage_id is null or e.key_lineage_id = keyless_endpoints.lineage_id)
    and (internal.rights_of_lineage(e.key_lineage_id)).is_gone
  order by e.company_id, e.id;
end;
grant execute on function internal.keyless_endpoints(uuid) to haat_owner;
