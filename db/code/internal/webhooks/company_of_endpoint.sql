--! owner: haat_gatekeeper
-- Tells whose a webhook endpoint is: a worker bounds how much it sends for one company at a time.
-- Takes: an endpoint.
-- Gives: the company, or null when there is no such endpoint.
create or replace function internal.company_of_endpoint(endpoint_id uuid) returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return (select e.company_id from app.webhook_endpoints e where e.id = company_of_endpoint.endpoint_id);
end
$$;
grant execute on function internal.company_of_endpoint(uuid) to haat_worker;
