-- Gives what a push message tells: numbers, sums and stores, and nothing of a customer.
-- Takes: ids of orders.
-- Gives: {count, orders, stores, total, symbol, symbol_after}: the first order (id, number, and due: its call-back by
-- the clock of the store); the names of all stores; of one store the sum, too.
create or replace function internal.push_document(order_ids uuid[]) returns json
language sql stable
begin atomic
  select json_build_object(
    'count', count(*),
    'orders', to_json((array_agg(
      json_build_object('id', o.id, 'number', o.number,
        'due', to_char(o.follow_up_at at time zone s.timezone, 'HH24:MI'))
      order by o.id))[:1]),
    'stores', array_agg(distinct s.name),
    'total', case when count(distinct s.id) = 1 then sum(o.total_amount)::text end,
    'symbol', min(s.currency_symbol),
    'symbol_after', min(s.symbol_position) = 'after')
  from app.orders o
  join app.stores s on s.id = o.store_id
  where o.id = any (push_document.order_ids);
end;
grant execute on function internal.push_document(uuid[]) to haat_gatekeeper;
