-- Orders again what a cancelled or spam order held (POST /orders/{id}/reorder): a new order with the same content at
-- the agreed prices. Both orders name each other.
-- Takes: a coupon code in place of the order's; null for none.
-- Gives: the new order with customer and items.
-- Raises: HT008, HT100 (store_id); HT100 (id); HT103 (status); HT101 (ordered again already; references); HT011
-- (plan's orders of the month); HT008 (coupon); HT102 (stock). Not HT104: nothing is paid.
--
-- It is an order like any other: names are those of today, stock and coupon are judged anew, and the quota counts it.
create or replace function api.reorder_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before constant app.orders := internal.lock_for_reorder(internal.find_for_write('order', input));
  v_document json;
begin
  v_document := internal.create_order(v_before.company_id, v_before.store_id, 'api',
    internal.reorder_input(v_before, input));
  perform internal.end_reorder(v_before, v_document);
  return v_document;
end
$$;
grant execute on function api.reorder_order(jsonb) to haat_api;
