-- Gives a customer with addresses and figures, and the latest orders with their items. A tool only.
-- Takes: limit: how many orders.
-- Raises: HT100 (store_id, id).
create or replace function api.get_customer_summary(input jsonb) returns json
language sql stable
set search_path = ''
begin atomic
  select pg_catalog.json_build_object(
    'customer', api.get_customer(input || '{"expand": ["stats"]}'),
    'recent_orders', api.list_orders(
      (input - 'id')
      || pg_catalog.jsonb_build_object('customer_id', input -> 'id', 'expand', array['items'])) -> 'data');
end;
grant execute on function api.get_customer_summary(jsonb) to haat_api;
