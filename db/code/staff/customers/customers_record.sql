-- What the customer's orders came to: how many there were, how many came back, and what was spent.
-- Raises: nothing.
create or replace function staff.customers_record(customer app.customers) returns staff.customer_record
language sql stable
set search_path = ''
begin atomic
  select count(*) filter (where s.is_genuine), count(*) filter (where s.stock = 'sold'),
    count(*) filter (where s.stock = 'returning'), count(*) filter (where s.is_cancelled),
    round(count(*) filter (where s.stock = 'returning')::numeric
      / nullif(count(*) filter (where s.stock in ('sold', 'returning')), 0), 4),
    coalesce(sum(internal.spent_amount(o.store_id, o.id, o.total_amount, o.status)), 0),
    max(o.created_at) filter (where s.is_genuine)
  from app.orders o
  join app.order_statuses s on s.status = o.status
  where o.store_id = customer.store_id and o.customer_id = customer.id;
end;
grant execute on function staff.customers_record(app.customers) to haat_staff;
