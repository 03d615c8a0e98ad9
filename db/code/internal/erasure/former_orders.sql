-- Gives the orders that an edit took from a customer and gave to another.
create or replace function internal.former_orders(customer app.customers) returns uuid[]
language sql stable
begin atomic
  select coalesce(array_agg(distinct t.order_id), '{}')
  from app.order_timeline t
  where t.store_id = (customer).store_id and t.action = 'edited' and t.detail ? 'customer_id'
    and t.detail #>> '{customer_id,0}' = (customer).id::text;
end;
