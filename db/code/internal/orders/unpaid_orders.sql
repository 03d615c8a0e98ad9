--! owner: haat_gatekeeper
-- Finds, in all companies, the pending storefront orders that were to be paid online and whose store's time to pay has
-- passed without any money. At most 1,000.
--
-- Owned by the gatekeeper because it looks across companies; internal.cancel_unpaid_orders then works inside each
-- company's fence.
create or replace function internal.unpaid_orders() returns table (company_id uuid, order_id uuid)
language sql volatile security definer rows 10
set search_path = ''
begin atomic
  select o.company_id, o.id
  from app.orders o
  join app.stores s on s.company_id = o.company_id and s.id = o.store_id
  join app.payment_methods m on m.store_id = o.store_id and m.id = o.payment_method_id
  where o.source = 'storefront'
    and o.status = 'pending'
    and o.received_amount = 0
    and m.is_online
    and o.created_at <= internal.now() - make_interval(hours => s.unpaid_order_hours)
  order by o.company_id, o.created_at, o.id
  limit 1000;
end;
grant execute on function internal.unpaid_orders() to haat_owner;
