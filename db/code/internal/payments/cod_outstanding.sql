-- Sums the cash on delivery that is still owed, by where it is.
-- Takes: a store.
-- Gives: what is owed now on its live orders: not yet shipped, on the road, delivered and not paid.
-- decisions: 9
create or replace function internal.cod_outstanding(store_id uuid) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
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
      select s.cash_state, d.orders, d.amount
      from (
        select o.status, count(*) as orders, sum(o.due_amount) as amount
        from app.orders o
        where o.company_id = v_company_id and o.store_id = cod_outstanding.store_id and o.due_amount > 0
        group by o.status
      ) d
      join app.order_statuses s on s.status = d.status
      where s.owes
    ) x
  );
end
$$;
grant execute on function internal.cod_outstanding(uuid) to haat_api;
