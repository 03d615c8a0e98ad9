--! Previous: sha1:6ccbc450ed347232c9cd69c0e47b8ca081be8c69
--! Hash: sha1:9908b222a1bd6ce185709126cdd4bf333811889f
--! Message: profit of orders

--! split: 1-current.sql
-- What orders earned, as staff see it who may see costs.
drop function if exists staff.stores_profit(app.stores, date, date, staff.profit_grouping);
drop function if exists internal.profit_by(uuid, timestamptz, timestamptz, text);
drop type if exists staff.profit;
drop domain if exists staff.profit_grouping;
create domain staff.profit_grouping as text check (value in ('product', 'courier', 'district', 'channel', 'agent'));
create type staff.profit as (
  key text,
  name text,
  orders integer,
  units integer,
  sales_amount numeric(16, 2),
  refunded_amount numeric(16, 2),
  cost_amount numeric(16, 2),
  charged_amount numeric(16, 2),
  damaged_amount numeric(16, 2),
  profit_amount numeric(16, 2)
);
