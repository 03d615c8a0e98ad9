--! owner: haat_gatekeeper
-- The claim of workers of the release before, which cannot decrypt: internal.claim_due_deliveries for endpoints whose
-- secrets are in clear. The others get a job that only workers of this release take.
-- Goes with the next release.
create or replace function internal.claim_deliveries(endpoint_id uuid, worker_id text, most integer)
  returns table (
    delivery_id uuid, attempt integer, event_id uuid, event_type text, url text, api_version text, secrets text[],
      body text)
language plpgsql volatile security definer rows 25
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  select * into v_endpoint from app.webhook_endpoints t where t.id = claim_deliveries.endpoint_id for no key update;
  if internal.secret_key_id(v_endpoint.secret) is not null
    or internal.secret_key_id(v_endpoint.previous_secret) is not null
  then
    perform internal.enqueue(
      'webhook__deliver_encrypted', json_build_object('endpoint_ids', array[v_endpoint.id]),
      'encrypted ' || v_endpoint.id);
    return;
  end if;
  return query select * from internal.claim_due_deliveries(endpoint_id, worker_id, most, '{}');
end
$$;
grant execute on function internal.claim_deliveries(uuid, text, integer) to haat_worker;
