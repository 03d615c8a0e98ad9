-- Refuses a new order in a test store that has had all the orders it takes: it is not for trade.
-- Takes: a test store, and of an order that is only planned how many others are planned before it. Its orders are
-- counted by the numbers that were given.
-- Raises: HT011.
create or replace function internal.check_test_orders(store_id uuid, planned integer default 0) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_most constant bigint := 10000;
  v_first_number constant bigint := 1001;
begin
  if coalesce(pg_sequence_last_value(internal.order_numbers(check_test_orders.store_id)), 0) + planned
    >= v_first_number + v_most
  then
    perform internal.fail('HT011', 'testFull.orders', jsonb_build_object('most', v_most));
  end if;
end
$$;
