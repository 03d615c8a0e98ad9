-- Changes a webhook endpoint of the calling key's rotation chain (PATCH /webhook-endpoints/{id}).
-- Takes: {id, url?, event_types?, description?, status?, store_id?}; a description of null removes it.
-- Gives: the endpoint. Its secret and its version tag stay.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT008 (url, event_types, status); HT004 (the scope of an
-- event type); HT101 (status: staff disabled it).
create or replace function api.update_webhook_endpoint(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints := internal.lock_own_endpoint(input);
begin
  if input ->> 'status' = 'active' and v_endpoint.disabled_reason = 'staff' then
    perform internal.field_error('HT101', 'status', 'hookOffByStaff');
  end if;
  v_endpoint := internal.update_webhook_endpoint(v_endpoint, input ->> 'url', internal.given_event_types(input),
    case when input ? 'description' then coalesce(input ->> 'description', '') end, input ->> 'status',
    'integration');
  return (select d.document from internal.webhook_endpoint_documents(array[v_endpoint.id]) d);
end
$$;
grant execute on function api.update_webhook_endpoint(jsonb) to haat_api;
