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
  select a.company_id, a.order_id
  from internal.awaiting_payment() a
  where a.lapses_at <= internal.now() and not internal.has_moved(a.company_id)
  order by a.company_id, a.created_at, a.order_id
  limit 1000;
end;
grant execute on function internal.unpaid_orders() to haat_owner;
