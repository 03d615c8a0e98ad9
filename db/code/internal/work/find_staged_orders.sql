--! owner: haat_gatekeeper
-- Gives a page of 200 orders for staff, in order.
-- Takes: the input of the order list.
-- Raises: HT100 (the cursor).
--
-- As internal.list_page: the ids come from outside row-level security, with the fence written out.
create or replace function internal.find_staged_orders(input jsonb) returns uuid[]
language sql stable security definer
set search_path = ''
begin atomic
  select p.ids from internal.list_page('orders', find_staged_orders.input || '{"limit": 200}') p
  where coalesce((find_staged_orders.input ->> 'store_id')::uuid = any (internal.current_store_ids()), true);
end;
grant execute on function internal.find_staged_orders(jsonb) to haat_staff;
