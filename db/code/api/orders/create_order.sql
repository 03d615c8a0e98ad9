-- Creates an order (POST /orders).
-- Takes: the order.
-- Gives: the order with customer and items.
-- Raises: HT008, HT100 (store_id); HT008 (customer, lines, coupon); HT101 (references); HT011 (plan's orders of the
-- month); HT102 (stock); HT104 (transaction id of the payment).
create or replace function api.create_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return internal.create_order(internal.current_company_id(), internal.find_store_for_writing(input), 'api', input);
end
$$;
grant execute on function api.create_order(jsonb) to haat_api;
