--! owner: haat_gatekeeper
-- Tells whether a webhook endpoint may be sent anything now: it is active, its company is, and, where a key made it,
-- a key of the chain is good and reaches its store.
-- Takes: the endpoint, which is locked.
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.is_endpoint_live(endpoint app.webhook_endpoints) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  v_rights record;
begin
  if endpoint.status is distinct from 'active'
    or not exists (select from app.companies c where c.id = endpoint.company_id and c.status = 'active')
  then
    return false;
  elsif endpoint.key_lineage_id is null then
    return true;
  end if;
  v_rights := internal.rights_of_lineage(endpoint.key_lineage_id);
  return v_rights.is_good and endpoint.store_id = any (v_rights.store_ids);
end
$$;
