-- Locks a webhook endpoint that belongs to the calling key, to a key that it replaced or to one that replaced it.
-- Takes: the input of an operation, with the endpoint's id.
-- Gives: the endpoint.
-- Raises: HT008, HT100 (store_id); HT100 (id).
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.lock_own_endpoint(input jsonb) returns app.webhook_endpoints
language plpgsql volatile
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_writing(input);
  v_endpoint app.webhook_endpoints;
begin
  select * into v_endpoint from app.webhook_endpoints t
    where t.id = (input ->> 'id')::uuid and t.store_id = v_store_id and t.removed_at is null
      and t.key_lineage_id = internal.context_setting('haat.lineage_id')::uuid
    for no key update;
  if v_endpoint.id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "webhook endpoint"}');
  end if;
  return v_endpoint;
end
$$;
