-- The value of the stock on hand by store and location, at moving-average cost: the balance-sheet figure.
create or replace view ledger.stock_value with (security_invoker = true) as
select b.company_id, b.company, b.store_id, b.store, b.location_id, b.location, count(*) as levels,
  sum(b.on_hand) as on_hand, sum(b.reserved) as reserved,
  coalesce(sum(b.stock_value), 0) as stock_value
from ledger.balances b
group by b.company_id, b.company, b.store_id, b.store, b.location_id, b.location;
comment on column ledger.stock_value.company_id is 'The tenant.';
comment on column ledger.stock_value.company is 'The tenant''s name.';
comment on column ledger.stock_value.store_id is 'The store.';
comment on column ledger.stock_value.store is 'The store''s name.';
comment on column ledger.stock_value.location_id is 'The location.';
comment on column ledger.stock_value.location is 'The location''s name.';
comment on column ledger.stock_value.levels is 'How many variants have a level there.';
comment on column ledger.stock_value.on_hand is 'Units on the shelf.';
comment on column ledger.stock_value.reserved is 'Units of them promised to orders.';
comment on column ledger.stock_value.stock_value is 'Sum of on_hand x average cost, in the store''s currency.';
grant select on ledger.stock_value to haat_dba;
