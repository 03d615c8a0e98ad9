-- Shows a webhook endpoint as the API does, with its signing secret as it is stored.
-- Takes: the endpoint.
create or replace function internal.endpoint_with_secret(endpoint app.webhook_endpoints) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select d.document::jsonb || jsonb_build_object('secret', endpoint.secret)
    from internal.webhook_endpoint_documents(array[endpoint.id]) d);
end
$$;
