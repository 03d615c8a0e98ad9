--! Previous: sha1:9e5c0692fef2e4f2705840b675a6eb0955d2d31d
--! Hash: sha1:ef1b596f33d4774a9a076ae524049b0ed6ce04d5
--! Message: figures of orders parcels and returns

--! split: 1-current.sql
-- What became of orders, parcels and returns, and the statement of a month, as staff see them in the reports.
drop function if exists staff.order_figures(uuid, date, date, staff.order_grouping);
drop function if exists internal.order_figures(uuid[], date, date, text);
drop function if exists staff.courier_figures(uuid, date, date);
drop function if exists staff.return_figures(uuid, date, date);
drop type if exists staff.order_figures;
drop type if exists staff.courier_figures;
drop type if exists staff.return_figures;
drop domain if exists staff.order_grouping;
create domain staff.order_grouping as text check (value in ('agent', 'channel', 'district', 'product', 'hour'));
create type staff.order_figures as (
  key text,
  name text,
  orders integer,
  cancelled_orders integer,
  delivered_orders integer,
  returned_orders integer,
  open_orders integer,
  delivered_share numeric(5, 4),
  units integer,
  ordered_amount numeric(16, 2),
  net_amount numeric(16, 2)
);
create type staff.courier_figures as (
  courier_id uuid,
  name text,
  parcels integer,
  delivered_parcels integer,
  returned_parcels integer,
  open_parcels integer,
  delivered_share numeric(5, 4),
  days_to_delivery numeric(6, 1),
  collected_amount numeric(16, 2),
  charged_amount numeric(16, 2)
);
create type staff.return_figures as (
  was_delivered boolean,
  reason text,
  returns integer,
  received_returns integer,
  units integer,
  damaged_units integer,
  amount numeric(16, 2)
);
create index if not exists courier_charges_store_id_created_at_idx on app.courier_charges (store_id, created_at);
