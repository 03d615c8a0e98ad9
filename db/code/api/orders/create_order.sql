-- POST /orders.
-- Takes: the order to place.
-- Gives: it with customer and items.
-- Raises: what internal.create_order raises, HT008 and HT100 for store_id.
-- spec: POST /orders
create or replace function api.create_order(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
begin
  return internal.create_order(internal.current_company_id(), internal.find_store_for_writing(input), 'api', input);
end
$$;
grant execute on function api.create_order(jsonb) to haat_api;
