-- Takes: an endpoint within the fence, locks it before its deliveries and gives it.
-- Raises: HT100.
create or replace function internal.lock_webhook_endpoint(endpoint_id uuid) returns app.webhook_endpoints
language plpgsql volatile
set search_path = ''
as $$
declare
  v_endpoint app.webhook_endpoints;
begin
  select * into v_endpoint from app.webhook_endpoints t
    where t.id = lock_webhook_endpoint.endpoint_id and t.removed_at is null for no key update;
  if v_endpoint.id is null then
    perform internal.fail('HT100', 'gone.there', '{"thing": "webhook endpoint"}');
  end if;
  return v_endpoint;
end
$$;
