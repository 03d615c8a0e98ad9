create or replace function internal.cod_outstanding(store_id uuid) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_company_id constant uuid := internal.current_company_id();
begin
  return (
    select json_build_object('as_of', internal.timestamp_text(internal.now()), 'amount', coalesce(sum(x.amount), 0.00)::text, 'orders', coalesce(sum(x.orders), 0),
      'not_shipped', json_build_object('orders', coalesce(sum(x.orders) filter (where x.bucket = 'not_shipped'), 0), 'amount', coalesce(sum(x.amount) filter (where x.bucket = 'not_shipped'), 0.00)::text),
      'with_courier', json_build_object('orders', coalesce(sum(x.orders) filter (where x.bucket = 'with_courier'), 0), 'amount', coalesce(sum(x.amount) filter (where x.bucket = 'with_courier'), 0.00)::text),
      'delivered_unpaid', json_build_object('orders', coalesce(sum(x.orders) filter (where x.bucket = 'delivered_unpaid'), 0), 'amount', coalesce(sum(x.amount) filter (where x.bucket = 'delivered_unpaid'), 0.00)::text))
    from (
      select case o.status when 'delivered' then 'delivered_unpaid' when 'in_transit' then 'with_courier' when 'failed_delivery' then 'with_courier' else 'not_shipped' end as bucket,
        count(*) as orders, sum(o.due_amount) as amount
      from app.orders o
      where o.company_id = v_company_id and o.store_id = cod_outstanding.store_id and o.due_amount > 0 and o.status not in ('cancelled', 'spam', 'returned')
      group by o.status
    ) x
  );
end
$$;
comment on function internal.cod_outstanding(uuid) is 'Takes a store; gives what is owed now on its live orders: not yet shipped, on the road, delivered and not paid. decisions: 9';
grant execute on function internal.cod_outstanding(uuid) to haat_api;
