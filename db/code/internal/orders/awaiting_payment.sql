-- The storefront orders that were to be paid online and for which nothing was paid, with the moment at which each is
-- cancelled: the rule of internal.cancel_unpaid_orders. An order that costs nothing waits for no payment.
--
-- In a test store, the hours that people let pass since count as waited.
-- Without a search_path of its own, so that it becomes a part of the query that asks it.
create or replace function internal.awaiting_payment()
  returns table (company_id uuid, store_id uuid, order_id uuid, created_at timestamptz, lapses_at timestamptz)
language sql stable rows 20
begin atomic
  select o.company_id, o.store_id, o.id, o.created_at,
    o.created_at + make_interval(hours => s.unpaid_order_hours - case when s.is_test then coalesce((
      select sum(j.hours) from app.time_jumps j where j.store_id = s.id and j.created_at >= o.created_at), 0)
      else 0 end::integer)
  from app.stores s
  join app.payment_methods m on m.company_id = s.company_id and m.store_id = s.id and m.is_online
  join app.orders o on o.store_id = m.store_id and o.payment_method_id = m.id
  where o.source = 'storefront' and o.status = 'pending' and o.received_amount = 0
    and o.due_amount > 0;
end;
grant execute on function internal.awaiting_payment() to haat_gatekeeper, haat_staff;
