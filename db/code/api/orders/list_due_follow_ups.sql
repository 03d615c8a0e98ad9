-- Gives a page of the orders whose customer is to be called back by now, the oldest order first unless sorted. A tool
-- only.
-- Raises: HT100 (store_id, cursor).
create or replace function api.list_due_follow_ups(input jsonb) returns json
language sql stable
set search_path = ''
begin atomic
  select api.list_orders(
    pg_catalog.jsonb_build_object('follow_up_before', internal.timestamp_text(internal.now()), 'sort', 'created_at')
    || input
    || '{"status": "follow_up", "expand": ["customer"]}');
end;
grant execute on function api.list_due_follow_ups(jsonb) to haat_api;
