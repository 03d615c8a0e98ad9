-- Gives one webhook endpoint of the calling key's rotation chain (GET /webhook-endpoints/{id}).
-- Raises: HT100 (store_id, id).
create or replace function api.get_webhook_endpoint(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select d.document
    from internal.webhook_endpoint_documents(array[internal.find_own_endpoint(input)]) d);
end
$$;
grant execute on function api.get_webhook_endpoint(jsonb) to haat_api;
