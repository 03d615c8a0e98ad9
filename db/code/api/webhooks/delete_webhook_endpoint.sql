-- Removes a webhook endpoint of the calling key's rotation chain (DELETE /webhook-endpoints/{id}).
-- Gives: {id, deleted}.
-- Raises: HT008, HT100 (store_id); HT100 (id).
create or replace function api.delete_webhook_endpoint(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.remove_webhook_endpoint(internal.lock_own_endpoint(input));
  return json_build_object('id', input ->> 'id', 'deleted', true);
end
$$;
grant execute on function api.delete_webhook_endpoint(jsonb) to haat_api;
