-- Refuses create_webhook_endpoint before the host of its URL is looked up, where the operation would refuse it anyway.
-- Takes: the operation's input.
-- Raises: HT008 and HT100 for store_id; HT008 (url, event_types); HT004 (the scope of an event type).
create or replace function internal.precheck_create_webhook_endpoint(input jsonb) returns void
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  perform internal.find_store_for_writing(input);
  perform internal.check_webhook_endpoint(input ->> 'url', internal.given_event_types(input));
end
$$;
grant execute on function internal.precheck_create_webhook_endpoint(jsonb) to haat_api;
