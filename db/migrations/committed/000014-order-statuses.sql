--! Previous: sha1:9c6cd754a870d2732515228778b22ed848331c55
--! Hash: sha1:4c7862afea68abfcf3d34b1c4aca980fc5e784e2
--! Message: Order statuses

--! split: 1-current.sql
-- What a status of an order means, in one place: the rules of moves, stock, money, reports and checks read it here.
create table app.order_statuses (
  status text primary key check (status ~ '^[a-z][a-z_]*$' and length(status) <= 50),
  position integer not null unique,
  description text not null check (length(description) between 1 and 200),
  stock text not null check (stock in ('reserved', 'sold', 'returning', 'none')),
  cash_state text check (cash_state in ('not_shipped', 'with_courier', 'delivered_unpaid')),
  parcel text not null check (parcel in ('kept', 'out', 'failed', 'delivered', 'cancelled')),
  is_cancelled boolean not null default false,
  is_genuine boolean not null default true,
  is_open boolean not null generated always as (stock = 'reserved') stored,
  owes boolean not null generated always as (cash_state is not null) stored,
  is_shipped boolean not null
    generated always as (stock in ('sold', 'returning') or coalesce(cash_state = 'with_courier', false)) stored,
  constraint order_statuses_cash_is_where_the_goods_are check (
    case stock
      when 'reserved' then cash_state in ('not_shipped', 'with_courier') and cash_state is not null
      when 'sold' then cash_state = 'delivered_unpaid' and cash_state is not null
      else cash_state is null end),
  constraint order_statuses_parcel_fits_the_goods check (
    case stock
      when 'reserved' then parcel = 'kept' or parcel in ('out', 'failed') and cash_state = 'with_courier'
      when 'sold' then parcel = 'delivered'
      when 'returning' then parcel = 'kept'
      else parcel = 'cancelled' end),
  constraint order_statuses_a_cancelled_order_holds_nothing check (not is_cancelled or stock = 'none')
);
comment on table app.order_statuses is 'What each status of an order means. A new status is a row here and its rows in order_moves. Shared by all tenants. decisions: 3';
comment on column app.order_statuses.status is 'The word of the API for it.';
comment on column app.order_statuses.position is 'The place of the status in lists of them.';
comment on column app.order_statuses.description is 'What it means, for the people who read the documentation.';
comment on column app.order_statuses.stock is 'The goods of the order. reserved: held for it, to be delivered. sold: the customer has them. returning: what is still out is held until the parcel is received. none: free again.';
comment on column app.order_statuses.cash_state is 'Where the reports count what is due: not_shipped, with_courier, delivered_unpaid. Null: nothing is due.';
comment on column app.order_statuses.parcel is 'What becomes of the open parcel of an order that enters the status. kept: nothing. out: a failed one goes out again; an order without one gets one, recorded by hand. failed, delivered, cancelled: so it is marked.';
comment on column app.order_statuses.is_cancelled is 'The order was cancelled: it has a cancelled_at, its coupon use is given back, and order.cancelled is sent.';
comment on column app.order_statuses.is_genuine is 'A customer really asked for it; false for spam.';
comment on column app.order_statuses.is_open is 'The goods are still to be delivered.';
comment on column app.order_statuses.owes is 'What was not paid is due. Otherwise due_amount is 0.';
comment on column app.order_statuses.is_shipped is 'The goods have left the store, whether or not they came back since.';
insert into app.order_statuses (status, position, stock, cash_state, parcel, is_cancelled, is_genuine, description)
values
  ('pending', 1, 'reserved', 'not_shipped', 'kept', false, true, 'Placed, and not looked at yet.'),
  ('follow_up', 2, 'reserved', 'not_shipped', 'kept', false, true, 'The customer is to be called back.'),
  ('confirmed', 3, 'reserved', 'not_shipped', 'kept', false, true, 'The customer confirmed the order.'),
  ('processing', 4, 'reserved', 'not_shipped', 'kept', false, true, 'The goods are being packed.'),
  ('ready_to_ship', 5, 'reserved', 'not_shipped', 'kept', false, true, 'Packed; waits for the courier.'),
  ('in_transit', 6, 'reserved', 'with_courier', 'out', false, true, 'On the way to the customer.'),
  ('delivered', 7, 'sold', 'delivered_unpaid', 'delivered', false, true, 'The customer has the goods, all or part of them.'),
  ('returned', 8, 'returning', null, 'kept', false, true, 'The goods come back, or came back.'),
  ('failed_delivery', 9, 'reserved', 'with_courier', 'failed', false, true, 'The courier could not deliver.'),
  ('cancelled', 10, 'none', null, 'cancelled', true, true, 'Called off before it was shipped.'),
  ('hold', 11, 'reserved', 'not_shipped', 'kept', false, true, 'Waits for something, at the store''s wish.'),
  ('spam', 12, 'none', null, 'cancelled', false, false, 'No customer asked for it.');

-- Not forced meanwhile, so that the new key looks at every order.
alter table app.orders no force row level security;
alter table app.orders drop constraint orders_status_is_known;
alter table app.orders add constraint orders_status_is_known foreign key (status) references app.order_statuses (status);
alter table app.orders force row level security;

-- Every move there is, also those that only work on a parcel or a return may make.
alter table app.order_moves add column only_by text check (only_by in ('parcel', 'return'));
alter table app.order_moves
  add foreign key (from_status) references app.order_statuses (status),
  add foreign key (to_status) references app.order_statuses (status);
comment on table app.order_moves is 'Which status may follow which, one row a move, and who may make it. decisions: 3. Shared by all tenants.';
comment on column app.order_moves.only_by is 'parcel, return: made by work on a parcel or on a return, never by asking for the status. Null: by everybody who may change the order.';
insert into app.order_moves (from_status, to_status, only_by)
values
  ('confirmed', 'in_transit', 'parcel'),
  ('processing', 'in_transit', 'parcel'),
  ('in_transit', 'ready_to_ship', 'parcel'),
  ('delivered', 'returned', 'return');
