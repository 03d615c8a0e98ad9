-- Finds a webhook endpoint that belongs to the rotation chain of the calling key.
-- Takes: the input of a read, with the endpoint's id.
-- Gives: its id.
-- Raises: HT100 (store_id, id).
-- see: guides/webhooks#endpoints-of-a-key
create or replace function internal.find_own_endpoint(input jsonb) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.find_store_for_reading(input);
  v_id uuid;
begin
  select e.id into v_id from app.webhook_endpoints e
    where e.id = (input ->> 'id')::uuid and (v_store_id is null or e.store_id = v_store_id) and e.removed_at is null
      and e.key_lineage_id = internal.context_setting('haat.lineage_id')::uuid;
  if v_id is null then
    perform internal.fail('HT100', 'gone.ofKey', '{"thing": "webhook endpoint"}');
  end if;
  return v_id;
end
$$;
grant execute on function internal.find_own_endpoint(jsonb) to haat_api;
