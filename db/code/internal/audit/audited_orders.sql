-- Gives the orders that an audit of a share looks at: those of the share, and those that were touched since the audit
-- before.
-- Takes: which share of how many.
--
-- No index holds tableoid: else each range would be looked for in an index by store and id, once a store.
create or replace function internal.audited_orders(share integer, shares integer)
  returns table (id uuid, company_id uuid, store_id uuid)
language sql stable rows 10000
set search_path = ''
begin atomic
  select o.id, o.company_id, o.store_id
  from internal.share_ranges(audited_orders.share, audited_orders.shares) r
  cross join lateral (
    select x.id, x.company_id, x.store_id from app.orders x
    where x.id between r.from_id and r.upto_id and x.tableoid <> 0 offset 0) o
  where internal.audit_share(o.id, audited_orders.shares) = audited_orders.share
  union
  -- Of an order that is gone.
  select c.order_id, c.company_id, c.store_id
  from app.coupon_redemptions c
  where internal.audit_share(c.order_id, audited_orders.shares) = audited_orders.share
  union
  select t.id, t.company_id, t.store_id from internal.touched_orders() t;
end;
grant execute on function internal.audited_orders(integer, integer) to haat_dba;
