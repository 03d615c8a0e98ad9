-- Sums the cash on delivery that is still owed, by where it is.
-- Takes: a store.
-- Gives: what is owed now on its live orders: not yet shipped, on the road, delivered and not paid.
-- see: guides/orders#the-money
create or replace function internal.cod_outstanding(store_id uuid) returns json
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select json_build_object(
      'as_of', internal.timestamp_text(internal.now()),
      'amount', coalesce(sum(x.amount), 0.00)::text,
      'orders', coalesce(sum(x.orders), 0),
      'not_shipped', json_build_object(
        'orders', coalesce(sum(x.orders) filter (where x.cash_state = 'not_shipped'), 0),
        'amount', coalesce(sum(x.amount) filter (where x.cash_state = 'not_shipped'), 0.00)::text),
      'with_courier', json_build_object(
        'orders', coalesce(sum(x.orders) filter (where x.cash_state = 'with_courier'), 0),
        'amount', coalesce(sum(x.amount) filter (where x.cash_state = 'with_courier'), 0.00)::text),
      'delivered_unpaid', json_build_object(
        'orders', coalesce(sum(x.orders) filter (where x.cash_state = 'delivered_unpaid'), 0),
        'amount', coalesce(sum(x.amount) filter (where x.cash_state = 'delivered_unpaid'), 0.00)::text))
    from (
      select s.cash_state, c.owing_orders as orders, c.due_amount as amount
      from internal.order_counts(array[cod_outstanding.store_id]) c
      join app.order_statuses s on s.status = c.status
      where s.owes
    ) x
  );
end
$$;
grant execute on function internal.cod_outstanding(uuid) to haat_api;
