-- Shows figures of calls as the report does (internal.call_figures): with the share of the orders that were confirmed,
-- and how many calls a confirmation took; null without any.
create or replace function internal.call_figures_document(calls bigint, orders bigint, confirmed bigint, outcomes json)
  returns json
language sql immutable
return pg_catalog.json_build_object(
  'calls', calls,
  'orders', orders,
  'confirmed_orders', confirmed,
  'confirmed_share', (confirmed::numeric / nullif(orders, 0))::numeric(5, 4)::text,
  'calls_per_confirmation', (calls::numeric / nullif(confirmed, 0))::numeric(12, 2)::text,
  'outcomes', outcomes);
grant execute on function internal.call_figures_document(bigint, bigint, bigint, json) to haat_api, haat_staff;
