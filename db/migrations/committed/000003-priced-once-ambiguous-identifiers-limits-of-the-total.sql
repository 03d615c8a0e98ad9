--! Previous: sha1:a9d1a2744b81012826cc94ad02c67984c13fa3b2
--! Hash: sha1:b9bf79464ef745f7f7f7b74fa54174d618f3f754
--! Message: Priced once, ambiguous identifiers, limits of the total

--! split: 1-current.sql
-- What an order's line is sold as: priced once, then added up and written.
create type internal.priced_line as (
  line integer,
  product_id uuid,
  variant_id uuid,
  is_for_sale boolean,
  sku text,
  barcode text,
  product_name text,
  variant_name text,
  options jsonb,
  image_media_key text,
  quantity integer,
  unit_price numeric(14, 2),
  discount_price numeric(14, 2),
  amount numeric
);
comment on type internal.priced_line is 'A line of an order as internal.price_lines gives it. line counts from 0; amount is quantity x selling price, in the store''s currency.';
drop function internal.price_lines(uuid, jsonb);
drop function internal.post_stock(uuid, text, uuid[], integer[], integer[], text, text, uuid, text, numeric[]);
drop function internal.post_order_stock(uuid, text, uuid[], integer[], integer, integer, text, uuid, text);

-- Two variants may swap their SKUs in one request: they are compared when both are written.
alter table app.variants drop constraint variants_sku_key;
alter table app.variants add constraint variants_sku_key unique (store_id, sku) deferrable initially immediate;

-- The limit of an order is that of its total: before the coupon up to 200 lines, each within the limit, may be more.
drop view ledger.order_money, ledger.check_order_totals, ledger.check_order_lines, ledger.check_sales_rollups,
  ledger.check_coupon_orders, ledger.check_coupon_counts, ledger.coupon_usage;
drop function staff.search_orders(text), staff.call_backs_due(uuid);
drop trigger _500_book_sales_update on app.orders;
alter table app.orders alter column subtotal type numeric(15, 2), alter column discount_amount type numeric(15, 2);
alter table app.sales_changes alter column gross_sales type numeric(18, 2);

--! Included triggers/orders.sql
create or replace trigger _100_stamp_times before insert or update on app.orders
  for each row execute function internal.tg__stamp_times();
create or replace trigger _500_book_sales_insert after insert on app.orders
  for each row when (new.delivered_at is not null) execute function internal.tg_orders__book_sales();
create or replace trigger _500_book_sales_update after update on app.orders
  for each row when ((old.delivered_at is not null or new.delivered_at is not null)
    and (old.delivered_at, old.channel_id, old.subtotal, old.shipping_charge) is distinct from (new.delivered_at, new.channel_id, new.subtotal, new.shipping_charge))
  execute function internal.tg_orders__book_sales();
--! EndIncluded triggers/orders.sql
--! Included staff/search_orders.sql
-- The ids come from outside row-level security, the rows from inside it: two fences.
create or replace function staff.search_orders(search text) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.orders t where t.id in (select internal.find_order_ids(btrim(search_orders.search))) order by t.created_at desc, t.id desc;
end;
comment on function staff.search_orders(text) is 'Orders by number, or by the customer''s name or phone in any spelling, newest first, 500 at most.';
grant execute on function staff.search_orders(text) to haat_staff;
--! EndIncluded staff/search_orders.sql
--! Included staff/call_backs_due.sql
create or replace function staff.call_backs_due(store_id uuid default null) returns setof app.orders
language sql stable rows 100
set search_path = ''
begin atomic
  select t.* from app.orders t
  where t.status = 'follow_up' and t.follow_up_at <= (select internal.now()) and (call_backs_due.store_id is null or t.store_id = call_backs_due.store_id)
  order by t.follow_up_at, t.id;
end;
comment on function staff.call_backs_due(uuid) is 'Orders whose customer is to be called back by now, the longest waiting first.';
grant execute on function staff.call_backs_due(uuid) to haat_staff;
--! EndIncluded staff/call_backs_due.sql
--! Included ledger/order_money.sql
create or replace view ledger.order_money with (security_invoker = true) as
select o.id as order_id, o.number, o.company_id, o.store_id, s.name as store, o.created_at as ordered_at, o.store_date, o.delivered_at, o.status, o.payment_status, o.fulfillment_status,
  o.subtotal, o.discount_amount, o.shipping_charge, o.tax_amount, o.total_amount, o.received_amount, o.refunded_amount, o.uncollected_amount, o.paid_amount,
  o.returned_amount, o.waived_amount, o.retained_amount, o.due_amount
from app.orders o
join app.stores s on s.id = o.store_id;
comment on view ledger.order_money is 'The money of each order. total = subtotal - discount + shipping + tax; paid = received - refunded - uncollected; due = what is still owed.';
comment on column ledger.order_money.order_id is 'The order.';
comment on column ledger.order_money.number is 'Its number.';
comment on column ledger.order_money.company_id is 'The tenant.';
comment on column ledger.order_money.store_id is 'The store.';
comment on column ledger.order_money.store is 'The store''s name.';
comment on column ledger.order_money.ordered_at is 'When it was placed.';
comment on column ledger.order_money.store_date is 'The day it was placed on the store''s own calendar.';
comment on column ledger.order_money.delivered_at is 'When the customer took it: sales count from here.';
comment on column ledger.order_money.status is 'Where the order stands.';
comment on column ledger.order_money.payment_status is 'unpaid, partially_paid, paid or refunded: from money only.';
comment on column ledger.order_money.fulfillment_status is 'How much of it the customer has.';
comment on column ledger.order_money.subtotal is 'Lines at their selling price, before the coupon.';
comment on column ledger.order_money.discount_amount is 'What the coupon took off.';
comment on column ledger.order_money.shipping_charge is 'Delivery charged to the customer.';
comment on column ledger.order_money.tax_amount is 'Tax charged to the customer.';
comment on column ledger.order_money.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column ledger.order_money.received_amount is 'Settled payments.';
comment on column ledger.order_money.refunded_amount is 'Settled refunds.';
comment on column ledger.order_money.uncollected_amount is 'What the courier stated it did not collect on a partial delivery.';
comment on column ledger.order_money.paid_amount is 'received_amount - refunded_amount - uncollected_amount.';
comment on column ledger.order_money.returned_amount is 'Value of goods received back: no longer owed.';
comment on column ledger.order_money.waived_amount is 'Refunds beyond the goods that came back: they do not become owed again.';
comment on column ledger.order_money.retained_amount is 'How much of an advance the store keeps on an order that came back undelivered; null otherwise.';
comment on column ledger.order_money.due_amount is 'Still owed; 0 on cancelled, spam and returned orders.';
grant select on ledger.order_money to haat_dba;
--! EndIncluded ledger/order_money.sql
--! Included ledger/coupon_usage.sql
create or replace view ledger.coupon_usage with (security_invoker = true) as
select c.id as coupon_id, c.company_id, c.store_id, c.code, c.type, c.value, c.usage_limit, c.used_count, count(r.order_id) filter (where r.given_back_at is null) as redemptions,
  count(r.order_id) filter (where r.given_back_at is not null) as given_back, coalesce(sum(o.discount_amount) filter (where r.given_back_at is null), 0) as discount_amount
from app.coupons c
left join app.coupon_redemptions r on r.coupon_id = c.id
left join app.orders o on o.id = r.order_id
group by c.id;
comment on view ledger.coupon_usage is 'What each coupon cost: its uses, those given back on cancel, and the discount given.';
comment on column ledger.coupon_usage.coupon_id is 'The coupon.';
comment on column ledger.coupon_usage.company_id is 'The tenant.';
comment on column ledger.coupon_usage.store_id is 'The store.';
comment on column ledger.coupon_usage.code is 'Its code.';
comment on column ledger.coupon_usage.type is 'percent, fixed or free_shipping.';
comment on column ledger.coupon_usage.value is 'Percent or amount, by type.';
comment on column ledger.coupon_usage.usage_limit is 'How often it may be used in all; null without limit.';
comment on column ledger.coupon_usage.used_count is 'Uses as counted under the coupon''s lock.';
comment on column ledger.coupon_usage.redemptions is 'Uses by the orders that hold it: equals used_count.';
comment on column ledger.coupon_usage.given_back is 'Uses given back by cancelled orders.';
comment on column ledger.coupon_usage.discount_amount is 'Discount given in all.';
grant select on ledger.coupon_usage to haat_dba;
--! EndIncluded ledger/coupon_usage.sql
--! Included ledger/check_coupon_counts.sql
create or replace view ledger.check_coupon_counts with (security_invoker = true) as
select u.company_id, u.store_id, format('coupon %s', u.code) as object, format('used %s', u.used_count) as found, format('used %s by its redemptions', u.redemptions) as expected
from ledger.coupon_usage u
where u.used_count <> u.redemptions;
comment on view ledger.check_coupon_counts is 'A coupon counts as many uses as orders redeemed it and did not give it back.';
comment on column ledger.check_coupon_counts.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_coupon_counts.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_coupon_counts.object is 'What is wrong.';
comment on column ledger.check_coupon_counts.found is 'What stands there.';
comment on column ledger.check_coupon_counts.expected is 'What should.';
grant select on ledger.check_coupon_counts to haat_dba;
--! EndIncluded ledger/check_coupon_counts.sql
--! Included ledger/check_order_totals.sql
create or replace view ledger.check_order_totals with (security_invoker = true) as
with sums as (
  select o.company_id, o.store_id, o.number, o.total_amount, o.paid_amount, o.due_amount,
    o.subtotal - o.discount_amount + o.shipping_charge + o.tax_amount as total_expected,
    o.received_amount - o.refunded_amount - o.uncollected_amount as paid_expected,
    case when o.status in ('cancelled', 'spam', 'returned') then 0
      else greatest(0, o.total_amount - o.returned_amount - o.waived_amount - o.received_amount + o.refunded_amount + o.uncollected_amount) end as due_expected
  from app.orders o
)
select s.company_id, s.store_id, format('order %s', s.number) as object,
  format('total %s, paid %s, due %s', s.total_amount, s.paid_amount, s.due_amount) as found,
  format('total %s, paid %s, due %s', s.total_expected, s.paid_expected, s.due_expected) as expected
from sums s
where (s.total_amount, s.paid_amount, s.due_amount) <> (s.total_expected, s.paid_expected, s.due_expected);
comment on view ledger.check_order_totals is 'The amounts of an order follow from one another: total, paid and due.';
comment on column ledger.check_order_totals.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_totals.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_totals.object is 'What is wrong.';
comment on column ledger.check_order_totals.found is 'What stands there.';
comment on column ledger.check_order_totals.expected is 'What should.';
grant select on ledger.check_order_totals to haat_dba;
--! EndIncluded ledger/check_order_totals.sql
--! Included ledger/check_order_lines.sql
create or replace view ledger.check_order_lines with (security_invoker = true) as
with lines as (
  select i.order_id, sum(i.quantity * coalesce(i.discount_price, i.unit_price)) as subtotal, sum(i.discount_amount) as discount_amount, sum(i.line_total) as line_total
  from app.order_items i
  group by i.order_id
)
select o.company_id, o.store_id, format('order %s', o.number) as object,
  case when l.order_id is null then 'no lines' else format('lines: subtotal %s, discount %s, total %s', l.subtotal, l.discount_amount, l.line_total) end as found,
  format('subtotal %s, discount %s, total %s', o.subtotal, o.discount_amount, o.subtotal - o.discount_amount) as expected
from app.orders o
left join lines l on l.order_id = o.id
where l.order_id is null or (l.subtotal, l.discount_amount, l.line_total) <> (o.subtotal, o.discount_amount, o.subtotal - o.discount_amount);
comment on view ledger.check_order_lines is 'The lines of an order add up to it, to the poisha, and there is at least one.';
comment on column ledger.check_order_lines.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_order_lines.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_order_lines.object is 'What is wrong.';
comment on column ledger.check_order_lines.found is 'What stands there.';
comment on column ledger.check_order_lines.expected is 'What should.';
grant select on ledger.check_order_lines to haat_dba;
--! EndIncluded ledger/check_order_lines.sql
--! Included ledger/check_sales_rollups.sql
-- Folded or not, the sums must be those of the formulas of decisions 9, which are written here in full, not as the triggers
-- work them out. Reads every order: minutes on a large store. internal.rebuild_sales repairs what it finds.
create or replace view ledger.check_sales_rollups with (security_invoker = true) as
with delivered as (
  select o.company_id, o.store_id, o.id, o.channel_id, (o.delivered_at at time zone s.timezone)::date as day, o.subtotal, o.discount_amount, o.shipping_charge
  from app.orders o join app.stores s on s.id = o.store_id
  where o.delivered_at is not null
), came_back as (
  select d.store_id, d.id, sum(i.line_total - internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as amount
  from delivered d join app.order_items i on i.store_id = d.store_id and i.order_id = d.id
  group by d.store_id, d.id
), counted_days as (
  select x.company_id, x.store_id, x.day, x.channel_id, sum(x.orders) as orders, sum(x.gross_sales) as gross_sales, sum(x.net_sales) as net_sales,
    sum(x.shipping_charged) as shipping_charged, sum(x.money_received) as money_received
  from (
    select d.company_id, d.store_id, d.day, d.channel_id, 1 as orders, d.subtotal as gross_sales,
      d.subtotal - d.discount_amount - coalesce(b.amount, 0) as net_sales, d.shipping_charge as shipping_charged, 0.00 as money_received
    from delivered d left join came_back b on b.store_id = d.store_id and b.id = d.id
    union all
    select p.company_id, p.store_id, (p.settled_at at time zone s.timezone)::date, o.channel_id, 0, 0.00, 0.00, 0.00, case p.kind when 'payment' then p.amount else -p.amount end
    from app.payments p join app.stores s on s.id = p.store_id join app.orders o on o.store_id = p.store_id and o.id = p.order_id
    where p.status = 'settled'
  ) x
  group by x.company_id, x.store_id, x.day, x.channel_id
), kept_days as (
  select x.company_id, x.store_id, x.day, x.channel_id, sum(x.orders) as orders, sum(x.gross_sales) as gross_sales, sum(x.net_sales) as net_sales,
    sum(x.shipping_charged) as shipping_charged, sum(x.money_received) as money_received
  from (
    select company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received from app.sales_days
    union all
    select company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received from app.sales_changes
  ) x
  group by x.company_id, x.store_id, x.day, x.channel_id
), counted_products as (
  select d.company_id, d.store_id, d.day, i.variant_id, sum(i.delivered_quantity) as units_sold, sum(i.returned_quantity) as units_returned,
    sum(internal.kept_amount(i.line_total, i.quantity, i.delivered_quantity - i.returned_quantity)) as revenue
  from delivered d join app.order_items i on i.store_id = d.store_id and i.order_id = d.id
  group by d.company_id, d.store_id, d.day, i.variant_id
), widths as (
  select * from (values (1), (8), (64)) as w (days)
), counted_blocks as (
  select c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days as starts_on, c.variant_id,
    sum(c.units_sold) as units_sold, sum(c.units_returned) as units_returned, sum(c.revenue) as revenue
  from counted_products c cross join widths w
  group by c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days, c.variant_id
), kept_blocks as (
  select x.company_id, x.store_id, x.days, x.starts_on, x.variant_id, sum(x.units_sold) as units_sold, sum(x.units_returned) as units_returned, sum(x.revenue) as revenue
  from (
    select company_id, store_id, days, starts_on, variant_id, units_sold, units_returned, revenue from app.product_sales
    union all
    select c.company_id, c.store_id, w.days, c.day - (c.day - date '1970-01-01') % w.days, c.variant_id, c.units_sold, c.units_returned, c.net_sales
    from app.sales_changes c cross join widths w
    where c.variant_id is not null
  ) x
  group by x.company_id, x.store_id, x.days, x.starts_on, x.variant_id
)
select coalesce(k.company_id, c.company_id) as company_id, coalesce(k.store_id, c.store_id) as store_id,
  format('sales of %s on channel %s', coalesce(k.day, c.day), coalesce(k.channel_id, c.channel_id)) as object,
  format('orders %s, gross %s, net %s, shipping %s, money %s', coalesce(k.orders, 0), coalesce(k.gross_sales, 0), coalesce(k.net_sales, 0), coalesce(k.shipping_charged, 0), coalesce(k.money_received, 0.00)) as found,
  format('orders %s, gross %s, net %s, shipping %s, money %s', coalesce(c.orders, 0), coalesce(c.gross_sales, 0), coalesce(c.net_sales, 0), coalesce(c.shipping_charged, 0), coalesce(c.money_received, 0.00)) as expected
from kept_days k full join counted_days c on c.store_id = k.store_id and c.day = k.day and c.channel_id = k.channel_id
where (coalesce(k.orders, 0), coalesce(k.gross_sales, 0), coalesce(k.net_sales, 0), coalesce(k.shipping_charged, 0), coalesce(k.money_received, 0.00))
  <> (coalesce(c.orders, 0), coalesce(c.gross_sales, 0), coalesce(c.net_sales, 0), coalesce(c.shipping_charged, 0), coalesce(c.money_received, 0.00))
union all
select coalesce(k.company_id, c.company_id), coalesce(k.store_id, c.store_id),
  format('sales of variant %s in the block of %s days from %s', coalesce(k.variant_id, c.variant_id), coalesce(k.days, c.days), coalesce(k.starts_on, c.starts_on)),
  format('sold %s, returned %s, revenue %s', coalesce(k.units_sold, 0), coalesce(k.units_returned, 0), coalesce(k.revenue, 0)),
  format('sold %s, returned %s, revenue %s', coalesce(c.units_sold, 0), coalesce(c.units_returned, 0), coalesce(c.revenue, 0))
from kept_blocks k full join counted_blocks c on c.store_id = k.store_id and c.days = k.days and c.starts_on = k.starts_on and c.variant_id = k.variant_id
where (coalesce(k.units_sold, 0), coalesce(k.units_returned, 0), coalesce(k.revenue, 0)) <> (coalesce(c.units_sold, 0), coalesce(c.units_returned, 0), coalesce(c.revenue, 0));
comment on view ledger.check_sales_rollups is 'The days and product blocks that the reports sum are what a recount of orders, lines and payments gives.';
comment on column ledger.check_sales_rollups.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_sales_rollups.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_sales_rollups.object is 'What is wrong.';
comment on column ledger.check_sales_rollups.found is 'What stands there.';
comment on column ledger.check_sales_rollups.expected is 'What should.';
grant select on ledger.check_sales_rollups to haat_dba;
--! EndIncluded ledger/check_sales_rollups.sql
--! Included ledger/check_coupon_orders.sql
create or replace view ledger.check_coupon_orders with (security_invoker = true) as
select coalesce(o.company_id, r.company_id) as company_id, coalesce(o.store_id, r.store_id) as store_id, format('order %s', coalesce(o.number, r.order_id::text)) as object,
  format('redeemed %s for customer %s', coalesce(r.coupon_id::text, 'nothing'), coalesce(r.customer_id::text, 'nobody')) as found,
  format('coupon %s, customer %s', coalesce(o.coupon_id::text, 'none'), coalesce(o.customer_id::text, 'none')) as expected
from (select t.* from app.orders t where t.coupon_id is not null) o
full join app.coupon_redemptions r on r.order_id = o.id
where o.id is null or r.order_id is null or r.coupon_id <> o.coupon_id or r.customer_id <> o.customer_id;
comment on view ledger.check_coupon_orders is 'An order with a coupon has redeemed that coupon, for its own customer, and no other order has.';
comment on column ledger.check_coupon_orders.company_id is 'The tenant; null for what belongs to none.';
comment on column ledger.check_coupon_orders.store_id is 'The store; null for what belongs to none.';
comment on column ledger.check_coupon_orders.object is 'What is wrong.';
comment on column ledger.check_coupon_orders.found is 'What stands there.';
comment on column ledger.check_coupon_orders.expected is 'What should.';
grant select on ledger.check_coupon_orders to haat_dba;
--! EndIncluded ledger/check_coupon_orders.sql
--! Included internal/redeem_coupon.sql
-- Checks and counts one use of a coupon under a lock on its row, so limits hold to the last use. "no key": an order that is
-- moved looks at its coupon's key after it has locked stock, and must not wait there for somebody who waits for that stock.
create or replace function internal.redeem_coupon(store_id uuid, code text, customer_id uuid, subtotal numeric, out coupon_id uuid, out discount_amount numeric, out frees_shipping boolean, out document jsonb)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_coupon app.coupons;
  v_now constant timestamptz := internal.now();
  v_problem text;
begin
  select * into v_coupon from app.coupons t
    where t.store_id = redeem_coupon.store_id and t.code = upper(btrim(redeem_coupon.code)) for no key update;
  v_problem := case
    when v_coupon.id is null then 'is not a coupon of this store'
    when v_coupon.status <> 'active' then 'is not active'
    when v_coupon.starts_at > v_now then 'is not valid yet'
    when v_coupon.ends_at <= v_now then 'has expired'
    when subtotal < v_coupon.minimum_subtotal then format('needs a subtotal of at least %s', v_coupon.minimum_subtotal)
    when v_coupon.used_count >= v_coupon.usage_limit then 'has reached its usage limit'
    when v_coupon.usage_limit_per_customer is not null and v_coupon.usage_limit_per_customer <= (
      select count(*) from app.coupon_redemptions r
      where r.store_id = redeem_coupon.store_id and r.coupon_id = v_coupon.id and r.customer_id = redeem_coupon.customer_id and r.given_back_at is null)
      then 'was already used by this customer as often as it may be'
  end;
  if v_problem is not null then
    perform internal.field_error('HT008', 'coupon_code', v_problem);
  end if;
  update app.coupons t set used_count = t.used_count + 1 where t.id = v_coupon.id;
  coupon_id := v_coupon.id;
  discount_amount := case v_coupon.type
    when 'percent' then least(round(subtotal * v_coupon.value / 100, 2), coalesce(v_coupon.maximum_discount, subtotal))
    when 'fixed' then least(v_coupon.value, subtotal)
    else 0 end;
  frees_shipping := v_coupon.type = 'free_shipping';
  document := jsonb_build_object('id', v_coupon.id, 'code', v_coupon.code, 'type', v_coupon.type, 'value', v_coupon.value::text, 'discount_amount', discount_amount::numeric(15, 2)::text);
end
$$;
comment on function internal.redeem_coupon(uuid, text, uuid, numeric) is 'Takes a store, a code in any case, the customer and the order''s subtotal; counts one use; gives the discount, whether shipping is free, and the coupon as the order keeps it. Raises HT008 naming coupon_code. decisions: 3, Coupons';
--! EndIncluded internal/redeem_coupon.sql
--! Included internal/find_line_variants.sql
-- One index look-up a line, by id or by SKU: a join on "id when given, else SKU" would read the whole catalog.
create or replace function internal.find_line_variants(store_ids uuid[], line jsonb) returns setof uuid
language sql stable
begin atomic
  select v.id from app.variants v
    where line ->> 'variant_id' is not null
      and v.store_id = any (store_ids) and v.id = (line ->> 'variant_id')::uuid
  union all
  select v.id from app.variants v
    where line ->> 'variant_id' is null
      and v.store_id = any (store_ids) and v.sku = line ->> 'sku';
end;
comment on function internal.find_line_variants(uuid[], jsonb) is 'Takes stores and a line {variant_id | sku}, variant_id first when both are given; gives the variants it names: none, one, or one a store for a SKU that several stores have. spec: POST /orders, POST /inventory/adjustments';
--! EndIncluded internal/find_line_variants.sql
--! Included internal/price_lines.sql
-- What is sold at what price: snapshots for the order's lines, read in one statement, so that whoever keeps the result
-- has one truth for totals and lines. A discount price counts only when above 0 and below the unit price, else it is as
-- if not given; without any price of its own a line sells at the catalog's.
create or replace function internal.price_lines(store_id uuid, items jsonb) returns internal.priced_line[]
language plpgsql stable
set search_path = ''
as $$
declare
  v_lines internal.priced_line[];
  l internal.priced_line;
begin
  select array_agg(row(w.line, p.id, v.id, v.status = 'active' and p.status <> 'archived', v.sku, v.barcode, p.name, v.name,
      coalesce(o.list, '[]'::jsonb), coalesce(vi.media_key, pi.media_key), w.quantity, x.unit_price, x.discount_price,
      w.quantity * coalesce(x.discount_price, x.unit_price))::internal.priced_line order by w.line)
    into v_lines
    from (
      select (t.n - 1)::integer as line, (t.item ->> 'quantity')::integer as quantity,
        (t.item ->> 'unit_price')::numeric as unit_price, (t.item ->> 'discount_price')::numeric as discount_price,
        (select f.id from internal.find_line_variants(array[price_lines.store_id], t.item) as f (id)) as variant_id
      from jsonb_array_elements(items) with ordinality as t (item, n)
    ) w
    left join app.variants v on v.store_id = price_lines.store_id and v.id = w.variant_id
    left join app.products p on p.id = v.product_id
    left join lateral (select coalesce(w.unit_price, v.price)::numeric(14, 2) as unit_price) u on true
    left join lateral (
      select u.unit_price, case
        when w.discount_price > 0 and w.discount_price < u.unit_price then w.discount_price
        when w.unit_price is null and v.discount_price > 0 and v.discount_price < u.unit_price then v.discount_price
        end as discount_price
    ) x on true
    left join app.product_images vi on vi.id = v.image_id
    left join lateral (
      select i.media_key from app.product_images i where i.product_id = p.id order by i.is_thumbnail desc, i.position limit 1
    ) pi on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('attribute', a.name, 'value', av.value) order by vo.position, a.name) as list
      from app.variant_options vo
      join app.attributes a on a.id = vo.attribute_id
      join app.attribute_values av on av.id = vo.value_id
      where vo.variant_id = v.id
    ) o on true;
  foreach l in array v_lines loop
    if l.is_for_sale is not true then
      perform internal.field_error('HT101',
        format('items.%s.%s', l.line, case when items -> l.line ->> 'variant_id' is null then 'sku' else 'variant_id' end),
        case when l.variant_id is null then 'names no variant of this store' else 'names a variant that is not for sale' end);
    end if;
  end loop;
  return v_lines;
end
$$;
comment on function internal.price_lines(uuid, jsonb) is 'Takes a store and order lines [{variant_id | sku, quantity, unit_price?, discount_price?}]; gives each as it will be kept, in their order, amount = quantity x selling price. Raises HT101 naming the first line whose variant is absent or not for sale. spec: POST /orders';
--! EndIncluded internal/price_lines.sql
--! Included internal/post_stock.sql
-- The only writer of levels and ledger: every change of a level writes its ledger row in the same statement, and reads the
-- average cost once for both of the row's figures and for whoever keeps the cost elsewhere.
-- The levels must exist and be locked (internal.lock_stock); each variant may stand once. The table's constraints are the
-- last wall: on hand never negative, reserved within on hand.
create or replace function internal.post_stock(location_id uuid, type text, variant_ids uuid[],
  quantity_changes integer[], reserved_changes integer[], reason text default null, reference_type text default null,
  reference_id uuid default null, reference_number text default null, purchase_cost numeric default null)
  returns table (variant_id uuid, unit_cost numeric)
language plpgsql volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := internal.now();
  v_count integer;
begin
  return query
  with change as (
    select u.variant_id, u.quantity_change, u.reserved_change
    from unnest(variant_ids, quantity_changes, reserved_changes) as u (variant_id, quantity_change, reserved_change)
  ), changed as (
    update app.inventory_levels l
      set on_hand = l.on_hand + c.quantity_change, reserved = l.reserved + c.reserved_change,
        last_sequence = l.last_sequence + 1
    from change c
    where l.variant_id = c.variant_id and l.location_id = post_stock.location_id
    returning l.company_id, l.store_id, l.variant_id, l.last_sequence, l.on_hand, l.reserved, c.quantity_change, c.reserved_change
  )
  insert into app.stock_movements as m (company_id, store_id, location_id, variant_id, sku, sequence, type,
    quantity_change, reserved_change, on_hand_after, reserved_after, reason, reference_type, reference_id, reference_number,
    unit_cost, average_cost_after, actor_type, actor_id, actor_name, request_id, created_at)
  select d.company_id, d.store_id, post_stock.location_id, d.variant_id, v.sku, d.last_sequence, post_stock.type,
    d.quantity_change, d.reserved_change, d.on_hand, d.reserved,
    post_stock.reason, post_stock.reference_type, post_stock.reference_id, post_stock.reference_number,
    case when d.quantity_change <> 0 then coalesce(post_stock.purchase_cost, k.average_cost) end, k.average_cost,
    a.actor_type, a.actor_id, a.actor_name, a.request_id, v_now
  from changed d
  join app.variants v on v.id = d.variant_id
  left join app.variant_costs k on k.variant_id = d.variant_id
  cross join internal.current_actor() a
  returning m.variant_id, m.unit_cost;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(variant_ids) then
    raise exception 'post_stock: % of % levels changed at location %', v_count, cardinality(variant_ids), location_id;
  end if;
end
$$;
comment on function internal.post_stock(uuid, text, uuid[], integer[], integer[], text, text, uuid, text, numeric) is 'Takes a location, the movement''s type, variants with their changes of on-hand and reserved (units), why, what it refers to and the cost of one unit if they were bought (else the average counts); changes the levels and writes the ledger; gives each variant with the cost that was written. spec: Inventory level, decisions: 2';
--! EndIncluded internal/post_stock.sql
--! Included internal/post_order_stock.sql
-- Stock of an order's lines, a variant that stands on several lines counted once. All levels of the order are locked, also
-- those that do not change now: a second posting of the same request then never locks against the variant order.
create or replace function internal.post_order_stock(order_id uuid, type text, order_item_ids uuid[], quantities integer[], on_hand_sign integer, reserved_sign integer,
  reference_type text default 'order', reference_id uuid default null, reference_number text default null)
  returns table (variant_id uuid, unit_cost numeric)
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  v_variant_ids uuid[];
  v_on_hand integer[];
  v_reserved integer[];
begin
  select * into o from app.orders t where t.id = post_order_stock.order_id;
  perform internal.lock_stock(o.location_id, array(select i.variant_id from app.order_items i where i.order_id = o.id));
  select array_agg(s.variant_id), array_agg(s.quantity * on_hand_sign), array_agg(s.quantity * reserved_sign)
    into v_variant_ids, v_on_hand, v_reserved
    from (
      select i.variant_id, sum(u.quantity)::integer as quantity
      from unnest(order_item_ids, quantities) as u (id, quantity)
      join app.order_items i on i.store_id = o.store_id and i.order_id = o.id and i.id = u.id
      where u.quantity > 0
      group by i.variant_id
    ) s;
  if v_variant_ids is not null then
    return query
    select p.variant_id, p.unit_cost
    from internal.post_stock(o.location_id, post_order_stock.type, v_variant_ids, v_on_hand, v_reserved, null,
      post_order_stock.reference_type, coalesce(post_order_stock.reference_id, o.id),
      coalesce(post_order_stock.reference_number, o.number)) p;
  end if;
end
$$;
comment on function internal.post_order_stock(uuid, text, uuid[], integer[], integer, integer, text, uuid, text) is 'Takes an order, a movement type, lines with their units (0 is left out) and the signs with which they change on-hand and reserved, and a reference other than the order; locks and books the stock at the order''s location; gives each variant with the cost of a unit that was written. decisions: 3, Stock over an order''s life';
--! EndIncluded internal/post_order_stock.sql
--! Included internal/sell_order_items.sql
create or replace function internal.sell_order_items(order_id uuid, order_item_ids uuid[], quantities integer[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant_ids uuid[];
  v_unit_costs numeric[];
begin
  select array_agg(s.variant_id), array_agg(s.unit_cost) into v_variant_ids, v_unit_costs
    from internal.post_order_stock(sell_order_items.order_id, 'sale', order_item_ids, quantities, -1, -1) s;
  update app.order_items i set delivered_quantity = i.delivered_quantity + u.quantity, unit_cost = c.unit_cost
    from unnest(order_item_ids, quantities) as u (id, quantity), unnest(v_variant_ids, v_unit_costs) as c (variant_id, unit_cost)
    where i.order_id = sell_order_items.order_id and i.id = u.id and u.quantity > 0 and c.variant_id = i.variant_id;
end
$$;
comment on function internal.sell_order_items(uuid, uuid[], integer[]) is 'Takes an order and lines with units that the customer took; books the sale at today''s average cost, the one that the ledger keeps too.';
--! EndIncluded internal/sell_order_items.sql
--! Included internal/adjust_stock.sql
-- One adjustment of one level: guard, target and limits are compared under the row's lock, the difference is booked.
-- Lock order: product (only when the threshold may move), variant cost, then the level. The cost row is what makes the
-- moving average exact: two purchases of a variant at two locations queue on it.
-- Refusals in order: expected_on_hand (409), sign of the type, below zero, below reserved, too much (422).
-- Where nothing changes, nothing is written: no ledger row, no activity, no event.
create or replace function internal.adjust_stock(variant_id uuid, location_id uuid, type text, quantity_change integer, set_on_hand integer, expected_on_hand integer, reason text, unit_cost numeric, low_stock_threshold integer,
  adjustment_id uuid default uuidv7(), field text default null) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v app.variants;
  l app.inventory_levels;
  v_change integer;
  v_field constant text := coalesce(field, case when set_on_hand is null then 'quantity_change' else 'set_on_hand' end);
  v_average numeric;
  v_total bigint;
  v_threshold_moves boolean;
begin
  if low_stock_threshold is not null then
    -- Changing a variant touches its product; whoever edits products takes the product first, so do we.
    perform 1 from app.products p where p.id = (select t.product_id from app.variants t where t.id = adjust_stock.variant_id) for no key update;
  end if;
  select * into v from app.variants t where t.id = adjust_stock.variant_id;
  v_threshold_moves := coalesce(adjust_stock.low_stock_threshold <> v.low_stock_threshold, false);
  select k.average_cost into v_average from app.variant_costs k where k.variant_id = v.id for update;
  insert into app.inventory_levels (company_id, store_id, location_id, variant_id)
    values (v.company_id, v.store_id, adjust_stock.location_id, v.id)
    on conflict on constraint inventory_levels_variant_location_key do nothing;
  select * into l from app.inventory_levels t where t.variant_id = v.id and t.location_id = adjust_stock.location_id for update;

  if expected_on_hand <> l.on_hand then
    perform internal.fail('HT101', format('Expected %s on hand, there are %s.', expected_on_hand, l.on_hand),
      jsonb_build_object('expected_on_hand', jsonb_build_array(format('the actual quantity is %s', l.on_hand)), 'on_hand', jsonb_build_array(l.on_hand)));
  end if;
  v_change := coalesce(set_on_hand - l.on_hand, adjust_stock.quantity_change);
  if type = 'damage' and v_change > 0 then
    perform internal.field_error('HT008', v_field, 'damage must remove stock');
  elsif type in ('return', 'purchase') and v_change < 0 then
    perform internal.field_error('HT008', v_field, format('a %s can only add stock', type));
  elsif l.on_hand::bigint + v_change < 0 then
    perform internal.field_error('HT008', v_field, format('would leave less than nothing: there are %s on hand', l.on_hand));
  elsif l.on_hand + v_change < l.reserved then
    perform internal.field_error('HT008', v_field, format('would leave less than the %s reserved for orders: there are %s on hand', l.reserved, l.on_hand));
  elsif l.on_hand::bigint + v_change > 1000000000 then
    perform internal.field_error('HT008', v_field, 'would leave more than 1000000000 on hand');
  end if;

  if v_change > 0 and type = 'purchase' then
    select coalesce(sum(t.on_hand), 0) into v_total from app.inventory_levels t where t.variant_id = v.id;
    v_average := round((v_total * v_average + v_change * adjust_stock.unit_cost) / (v_total + v_change), 4);
    update app.variant_costs k set average_cost = v_average, updated_at = internal.now() where k.variant_id = v.id;
  end if;
  if v_change <> 0 then
    perform internal.post_stock(adjust_stock.location_id, adjust_stock.type, array[v.id], array[v_change], array[0],
      adjust_stock.reason, 'adjustment', adjustment_id, null, adjust_stock.unit_cost);
  end if;
  if v_threshold_moves then
    update app.variants t set low_stock_threshold = adjust_stock.low_stock_threshold where t.id = v.id;
    -- The level shows the threshold, so it has changed too.
    update app.inventory_levels t set updated_at = internal.now() where t.id = l.id;
  end if;
  if v_change <> 0 or v_threshold_moves then
    perform internal.log_activity(v.store_id, 'inventory.adjusted', 'inventory_level', l.id,
      jsonb_build_object('on_hand', l.on_hand, 'low_stock_threshold', v.low_stock_threshold),
      jsonb_build_object('on_hand', l.on_hand + v_change, 'low_stock_threshold', coalesce(adjust_stock.low_stock_threshold, v.low_stock_threshold),
        'type', adjust_stock.type, 'reason', adjust_stock.reason, 'adjustment_id', adjustment_id));
    perform internal.emit_event(v.store_id, 'inventory.updated', l.id, (select d.document from internal.inventory_level_documents(array[l.id]) d));
  end if;
  return l.id;
end
$$;
comment on function internal.adjust_stock(uuid, uuid, text, integer, integer, integer, text, numeric, integer, uuid, text) is 'Takes a variant, a location, the type (purchase, return, adjustment, damage), a signed change or an absolute target (units), the guard, the reason, the unit cost of a purchase, a new threshold (or null), the id that its ledger rows refer to and the field that refusals name (default: the quantity''s); books it; gives the level. Raises HT101 (guard), HT008. spec: POST /inventory/adjustments';
--! EndIncluded internal/adjust_stock.sql
--! Included internal/find_or_create_customer.sql
-- By phone: the number is the customer. Name and e-mail are for somebody new only: of a known customer they are ignored,
-- not checked.
create or replace function internal.find_or_create_customer(company_id uuid, store_id uuid, customer jsonb) returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_phone constant text := internal.canonical_phone(customer ->> 'phone');
  v_id uuid;
begin
  if v_phone is null then
    perform internal.field_error('HT008', 'customer.phone', 'must be a Bangladeshi mobile number');
  end if;
  select c.id into v_id from app.customers c where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
  if v_id is not null then
    return v_id;
  end if;
  if nullif(btrim(customer ->> 'full_name'), '') is null then
    perform internal.field_error('HT008', 'customer.full_name', 'is required: no customer has this phone');
  elsif length(btrim(customer ->> 'full_name')) > 200 then
    perform internal.field_error('HT008', 'customer.full_name', 'must have at most 200 characters');
  end if;
  begin
    insert into app.customers (company_id, store_id, full_name, email, phone)
    values (find_or_create_customer.company_id, find_or_create_customer.store_id, btrim(customer ->> 'full_name'),
      lower(nullif(btrim(customer ->> 'email'), '')), v_phone)
    on conflict on constraint customers_phone_key do nothing
    returning id into v_id;
  exception when unique_violation then
    perform internal.field_error('HT101', 'customer.email', 'is the address of another customer');
  end;
  if v_id is null then
    -- Another order created the same customer a moment ago.
    select c.id into v_id from app.customers c where c.store_id = find_or_create_customer.store_id and c.phone = v_phone;
    return v_id;
  end if;
  perform internal.emit_event(find_or_create_customer.store_id, 'customer.created', v_id, (select d.document from internal.customer_documents(array[v_id]) d));
  return v_id;
end
$$;
comment on function internal.find_or_create_customer(uuid, uuid, jsonb) is 'Takes a store and {phone, full_name, email}; gives the customer with that phone, created when there was none. Raises HT008 (customer.phone, customer.full_name), HT101 (customer.email is taken). spec: POST /orders';
--! EndIncluded internal/find_or_create_customer.sql
--! Included internal/place_order.sql
-- The one way an order comes to be, for every door. Lock order: order, customer, coupon, stock rows by variant, ledger.
-- Lines are priced once, and what was read is what is added up and what is written: a price that changes meanwhile
-- changes the next order.
-- Refusals in order: channel, location, customer (409/422), lines (409), line too large (422), quota (403),
-- coupon (422), total too large (422), payment (409, 422, 400), stock (400).
create or replace function internal.place_order(company_id uuid, store_id uuid, source text, input jsonb) returns json
language plpgsql volatile
set search_path = ''
as $$
declare
  v_money_limit constant numeric := 9999999999.99;
  s app.stores;
  v_channel_id uuid;
  v_location_id uuid;
  v_customer_id uuid;
  v_order_id constant uuid := uuidv7();
  v_store_date date;
  v_number text;
  v_now constant timestamptz := internal.now();
  v_subtotal numeric;
  v_shipping numeric := coalesce((input ->> 'shipping_charge')::numeric, 0);
  v_tax constant numeric := coalesce((input ->> 'tax_amount')::numeric, 0);
  v_total numeric;
  v_lines internal.priced_line[];
  v_bad_line integer;
  v_amounts numeric[];
  v_shares numeric[];
  c record;
  v_document json;
begin
  select * into s from app.stores t where t.id = place_order.store_id;
  v_store_date := (v_now at time zone s.timezone)::date;

  select t.id into v_channel_id from app.channels t
    where t.store_id = s.id and t.slug = coalesce(input ->> 'channel', 'manual') and t.status = 'active';
  if v_channel_id is null then
    perform internal.field_error('HT101', 'channel', 'names no active channel of this store');
  end if;
  select t.id into v_location_id from app.locations t
    where t.company_id = s.company_id and t.status = 'active'
      and case when input ->> 'location_id' is not null then t.id = (input ->> 'location_id')::uuid else t.is_default end;
  if v_location_id is null then
    perform internal.field_error('HT101', 'location_id', case when input ->> 'location_id' is null then 'is needed: the company has no default location' else 'names no active location of this company' end);
  end if;
  if input ->> 'customer_id' is not null then
    select t.id into v_customer_id from app.customers t where t.store_id = s.id and t.id = (input ->> 'customer_id')::uuid;
    if v_customer_id is null then
      perform internal.field_error('HT101', 'customer_id', 'names no customer of this store');
    end if;
  else
    v_customer_id := internal.find_or_create_customer(s.company_id, s.id, input -> 'customer');
  end if;
  perform internal.keep_address(v_customer_id, input -> 'shipping_address');

  v_lines := internal.price_lines(s.id, input -> 'items');
  select array_agg(l.amount order by l.line), sum(l.amount),
      min(l.line) filter (where l.amount > v_money_limit or l.unit_price > v_money_limit)
    into v_amounts, v_subtotal, v_bad_line
    from unnest(v_lines) l;
  if v_bad_line is not null then
    perform internal.field_error('HT008', format('items.%s', v_bad_line), format('the line''s total is above %s', v_money_limit));
  end if;
  perform internal.check_order_quota(s.company_id, s.timezone);

  select null::uuid as coupon_id, 0::numeric as discount_amount, false as frees_shipping, null::jsonb as document into c;
  if input ->> 'coupon_code' is not null then
    select * into c from internal.redeem_coupon(s.id, input ->> 'coupon_code', v_customer_id, v_subtotal);
    if c.frees_shipping then
      v_shipping := 0;
    end if;
  end if;
  v_shares := internal.share_amount(c.discount_amount, v_amounts);
  v_total := v_subtotal - c.discount_amount + v_shipping + v_tax;
  if v_total > v_money_limit then
    perform internal.field_error('HT008', 'items', format('the order''s total is above %s', v_money_limit));
  end if;
  v_number := internal.next_order_number(s.id, v_store_date);

  insert into app.orders (id, company_id, store_id, number, source, channel_id, customer_id, location_id, subtotal, discount_amount, shipping_charge, tax_amount, total_amount, due_amount,
    payment_status, shipping_address, coupon_id, coupon, custom_fields, note, payment_method_id, store_date, created_at)
  values (v_order_id, s.company_id, s.id, v_number, place_order.source, v_channel_id, v_customer_id, v_location_id, v_subtotal, c.discount_amount, v_shipping, v_tax, v_total, v_total,
    case when v_total = 0 then 'paid' else 'unpaid' end, nullif(input -> 'shipping_address', 'null'), c.coupon_id, c.document, nullif(input -> 'custom_fields', 'null'), input ->> 'note',
    (input ->> 'checkout_payment_method_id')::uuid, v_store_date, v_now);
  insert into app.order_items (company_id, store_id, order_id, line, product_id, variant_id, sku, barcode, product_name, variant_name, options, image_media_key, quantity, unit_price, discount_price, discount_amount, line_total, created_at)
  select s.company_id, s.id, v_order_id, l.line, l.product_id, l.variant_id, l.sku, l.barcode, l.product_name, l.variant_name, l.options, l.image_media_key, l.quantity, l.unit_price, l.discount_price,
    v_shares[l.line + 1], l.amount - v_shares[l.line + 1], v_now
  from unnest(v_lines) l;
  if c.coupon_id is not null then
    insert into app.coupon_redemptions (order_id, company_id, store_id, coupon_id, customer_id, created_at)
    values (v_order_id, s.company_id, s.id, c.coupon_id, v_customer_id, v_now);
  end if;
  perform internal.add_to_timeline(s.company_id, s.id, v_order_id, 'created', null, 'pending', input ->> 'note');
  if jsonb_typeof(input -> 'payment') = 'object' then
    perform internal.record_payment(v_order_id, (input #>> '{payment,payment_method_id}')::uuid, (input #>> '{payment,amount}')::numeric, input #>> '{payment,transaction_id}',
      null, null, case place_order.source when 'staff' then 'staff' else 'api' end, null, 'payment.');
  end if;
  select d.document into v_document from internal.order_documents(array[v_order_id], true, true) d;
  perform internal.emit_event(s.id, 'order.created', v_order_id, v_document);
  perform internal.publish_payment(p.id, 'payment.recorded') from app.payments p where p.store_id = s.id and p.order_id = v_order_id;
  -- Stock last, after all that it does not change: the hottest rows of the house are held for the shortest time.
  perform internal.reserve_stock(v_order_id);
  return v_document;
end
$$;
comment on function internal.place_order(uuid, uuid, text, jsonb) is 'Takes a store, the source (api, staff, storefront) and the order as POST /orders describes it; prices it, redeems the coupon, records an upfront payment, tells of both, reserves stock; gives the order with customer and items. Raises HT101, HT008, HT011, HT104, HT102. spec: POST /orders';
--! EndIncluded internal/place_order.sql
--! Included api/create_inventory_adjustment.sql
create or replace function api.create_inventory_adjustment(input jsonb) returns json
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_store_id constant uuid := internal.writing_store_id(input);
  v_type constant text := coalesce(input ->> 'type', 'adjustment');
  v_location_id uuid;
  v_variant_id uuid;
  v_level_id uuid;
begin
  if (input ->> 'quantity_change' is null) = (input ->> 'set_on_hand' is null) then
    perform internal.field_error('HT008', 'quantity_change', 'give either quantity_change or set_on_hand');
  elsif (input ->> 'quantity_change')::integer = 0 then
    perform internal.field_error('HT008', 'quantity_change', 'must not be zero');
  elsif coalesce(btrim(input ->> 'reason'), '') = '' then
    perform internal.field_error('HT008', 'reason', 'is required');
  elsif v_type = 'purchase' and input ->> 'unit_cost' is null then
    perform internal.field_error('HT008', 'unit_cost', 'is required for a purchase');
  elsif v_type <> 'purchase' and input ->> 'unit_cost' is not null then
    perform internal.field_error('HT008', 'unit_cost', 'is allowed for a purchase only');
  end if;
  select t.id into v_location_id from app.locations t where t.id = (input ->> 'location_id')::uuid;
  if v_location_id is null then
    perform internal.field_error('HT100', 'location_id', 'names no location of this company');
  end if;
  select f.id into v_variant_id from internal.find_line_variants(array[v_store_id], input) as f (id);
  if v_variant_id is null then
    perform internal.field_error('HT100', case when input ->> 'variant_id' is not null then 'variant_id' else 'sku' end, 'names no variant of this store');
  end if;
  v_level_id := internal.adjust_stock(v_variant_id, v_location_id, v_type, (input ->> 'quantity_change')::integer, (input ->> 'set_on_hand')::integer,
    (input ->> 'expected_on_hand')::integer, input ->> 'reason', (input ->> 'unit_cost')::numeric, (input ->> 'low_stock_threshold')::integer);
  return (select d.document from internal.inventory_level_documents(array[v_level_id]) d);
end
$$;
comment on function api.create_inventory_adjustment(jsonb) is 'POST /inventory/adjustments: takes one adjustment; gives the adjusted level. Raises HT008 and HT100 for store_id, HT008 (form), HT100 (location, variant), HT101 (expected_on_hand), HT008 (limits). spec: POST /inventory/adjustments';
grant execute on function api.create_inventory_adjustment(jsonb) to haat_api;
--! EndIncluded api/create_inventory_adjustment.sql
--! Included staff/recount.sql
-- A stock count: what was counted stands against what the ledger says, and only the difference is booked, as new rows
-- of type adjustment (a shortage is a loss at the current average cost). All rows of one count share one adjustment id.
-- Levels are taken in variant order, as everyone does. Refusals in order: permission (HT014), lines (HT008),
-- location (HT100), variant (HT100; HT008 when a SKU stands in several stores), below reserved (HT008).
create or replace function staff.recount(location_id uuid, lines jsonb, reason text) returns setof app.inventory_levels
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_count_id constant uuid := uuidv7();
  v_line record;
  v_level_ids uuid[] := '{}';
begin
  perform internal.require_permission('inventory.manage');
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) not between 1 and 1000 then
    perform internal.field_error('HT008', 'lines', 'must be a list of 1 to 1000 lines');
  elsif coalesce(btrim(reason), '') = '' or length(reason) > 1000 then
    perform internal.field_error('HT008', 'reason', 'is required, with at most 1000 characters');
  end if;
  for v_line in
    select w.n - 1 as n,
      case when w.item ->> 'variant_id' is not null then not pg_input_is_valid(w.item ->> 'variant_id', 'uuid') else w.item ->> 'sku' is null end as is_nameless,
      coalesce(jsonb_typeof(w.item -> 'counted') <> 'number' or (w.item ->> 'counted')::numeric not between 0 and 1000000000
        or (w.item ->> 'counted')::numeric <> trunc((w.item ->> 'counted')::numeric), true) as is_miscounted
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    order by w.n
  loop
    if v_line.is_nameless then
      perform internal.field_error('HT008', format('lines.%s.variant_id', v_line.n), 'one of variant_id and sku is required');
    elsif v_line.is_miscounted then
      perform internal.field_error('HT008', format('lines.%s.counted', v_line.n), 'must be a whole number from 0 to 1000000000');
    end if;
  end loop;
  if not exists (select from app.locations t where t.id = recount.location_id) then
    perform internal.field_error('HT100', 'location_id', 'names no location of this company');
  end if;
  for v_line in
    select w.n - 1 as n, v.id as variant_id, (w.item ->> 'counted')::numeric::integer as counted,
      count(*) over (partition by w.n) as matches, count(*) over (partition by v.id) as times
    from jsonb_array_elements(lines) with ordinality as w (item, n)
    left join lateral internal.find_line_variants(internal.current_store_ids(), w.item) as v (id) on true
    order by v.id nulls first
  loop
    if v_line.variant_id is null then
      perform internal.field_error('HT100', format('lines.%s', v_line.n), 'names no variant of this company');
    elsif v_line.matches > 1 then
      perform internal.field_error('HT008', format('lines.%s.sku', v_line.n), 'stands in several stores: give variant_id');
    elsif v_line.times > 1 then
      perform internal.field_error('HT008', format('lines.%s', v_line.n), 'counts a variant that another line counts too');
    end if;
    v_level_ids := v_level_ids || internal.adjust_stock(v_line.variant_id, recount.location_id, 'adjustment', null, v_line.counted, null,
      btrim(recount.reason), null, null, v_count_id, format('lines.%s.counted', v_line.n));
  end loop;
  return query select l.* from app.inventory_levels l where l.id = any (v_level_ids) order by l.variant_id;
end
$$;
comment on function staff.recount(uuid, jsonb, text) is 'Takes a location, what was counted there [{variant_id | sku, counted}] in units, and why; books each difference as a new ledger row; gives the levels. Needs inventory.manage. Raises HT014, HT008, HT100. decisions: 6';
grant execute on function staff.recount(uuid, jsonb, text) to haat_staff;
--! EndIncluded staff/recount.sql
--! Included staff/cancel_order.sql
create or replace function staff.cancel_order(order_id uuid, reason text default null, note text default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before text;
  o app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := (internal.lock_order(cancel_order.order_id)).status;
  perform internal.cancel_order(cancel_order.order_id, cancel_order.reason, cancel_order.note);
  select * into o from app.orders t where t.id = cancel_order.order_id;
  perform internal.log_activity(o.store_id, 'order.cancelled', 'order', o.id, jsonb_build_object('status', v_before), jsonb_build_object('status', o.status, 'reason', cancel_order.reason));
  return o;
end
$$;
comment on function staff.cancel_order(uuid, text, text) is 'Cancels an order wherever the table of moves allows it: its stock is free again, its coupon given back. Needs orders.manage.';
grant execute on function staff.cancel_order(uuid, text, text) to haat_staff;
--! EndIncluded staff/cancel_order.sql
--! Included staff/change_order_status.sql
create or replace function staff.change_order_status(order_id uuid, status text, note text default null) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_before text;
  o app.orders;
begin
  perform internal.require_permission('orders.manage');
  v_before := (internal.lock_order(change_order_status.order_id)).status;
  o := internal.change_order_status(change_order_status.order_id, change_order_status.status, change_order_status.note);
  perform internal.log_activity(o.store_id, 'order.status_changed', 'order', o.id, jsonb_build_object('status', v_before), jsonb_build_object('status', o.status));
  return o;
end
$$;
comment on function staff.change_order_status(uuid, text, text) is 'Moves an order by the same table of moves as the API (order_moves lists them), with a note for its timeline. Needs orders.manage.';
grant execute on function staff.change_order_status(uuid, text, text) to haat_staff;
--! EndIncluded staff/change_order_status.sql
--! Included staff/update_order.sql
create or replace function staff.update_order(order_id uuid, note text default null, follow_up_at timestamptz default null, follow_up_note text default null, clear_follow_up boolean default false) returns app.orders
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.orders;
  r app.orders;
begin
  perform internal.require_permission('orders.manage');
  o := internal.lock_order(update_order.order_id);
  perform api.update_order(jsonb_build_object('id', o.id, 'store_id', o.store_id)
    || case when update_order.note is not null then jsonb_build_object('note', nullif(btrim(update_order.note), '')) else '{}' end
    || case when update_order.follow_up_note is not null then jsonb_build_object('follow_up_note', nullif(btrim(update_order.follow_up_note), '')) else '{}' end
    || case when update_order.clear_follow_up then '{"follow_up_at": null}'
            when update_order.follow_up_at is not null then jsonb_build_object('follow_up_at', update_order.follow_up_at) else '{}' end);
  select * into r from app.orders t where t.id = o.id;
  perform internal.log_activity(o.store_id, 'order.updated', 'order', o.id,
    jsonb_build_object('note', o.note, 'follow_up_at', o.follow_up_at, 'follow_up_note', o.follow_up_note),
    jsonb_build_object('note', r.note, 'follow_up_at', r.follow_up_at, 'follow_up_note', r.follow_up_note));
  return r;
end
$$;
comment on function staff.update_order(uuid, text, timestamptz, text, boolean) is 'Writes an order''s note and when its customer is to be called back; what is left out stays, an empty text clears, clear_follow_up takes the call-back away. Needs orders.manage.';
grant execute on function staff.update_order(uuid, text, timestamptz, text, boolean) to haat_staff;
--! EndIncluded staff/update_order.sql
--! Included staff/update_customer.sql
create or replace function staff.update_customer(customer_id uuid, full_name text default null, phone text default null, email text default null, gender text default null, status text default null) returns app.customers
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  o app.customers;
  c app.customers;
begin
  perform internal.require_permission('orders.manage');
  select * into o from app.customers t where t.id = update_customer.customer_id for no key update;
  if o.id is null then
    perform internal.fail('HT100', 'No such customer.');
  end if;
  perform api.update_customer(jsonb_build_object('id', o.id, 'store_id', o.store_id, 'full_name', update_customer.full_name, 'status', update_customer.status)
    || case when update_customer.phone is not null then jsonb_build_object('phone', nullif(btrim(update_customer.phone), '')) else '{}' end
    || case when update_customer.email is not null then jsonb_build_object('email', nullif(btrim(update_customer.email), '')) else '{}' end
    || case when update_customer.gender is not null then jsonb_build_object('gender', nullif(update_customer.gender, '')) else '{}' end);
  select * into c from app.customers t where t.id = o.id;
  perform internal.log_activity(c.store_id, 'customer.updated', 'customer', c.id, to_jsonb(o), to_jsonb(c));
  return c;
end
$$;
comment on function staff.update_customer(uuid, text, text, text, text, text) is 'Changes a customer, or blocks them (status: active, inactive, blocked); what is left out stays, an empty text clears phone, email or gender. Needs orders.manage.';
grant execute on function staff.update_customer(uuid, text, text, text, text, text) to haat_staff;
--! EndIncluded staff/update_customer.sql
--! Included internal/find_variant.sql
-- An identifier is an id, else a SKU, else a barcode. SKUs are unique in a store, barcodes may repeat, and a company key
-- may meet the same SKU in two stores. Whoever means one of several is asked which: a guess would read, or change, the
-- wrong goods.
create or replace function internal.find_variant(identifier text, store_id uuid) returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  v_most_named constant integer := 10;
  v_store_ids constant uuid[] := case when store_id is null then internal.current_store_ids()
    else array(select s from unnest(internal.current_store_ids()) s where s = find_variant.store_id) end;
  v_ids uuid[];
  v_store_count integer;
  v_problem text;
begin
  if identifier ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    v_ids := array(select v.id from app.variants v where v.store_id = any (v_store_ids) and v.id = identifier::uuid);
  end if;
  if v_ids is null or v_ids = '{}' then
    v_ids := array(select v.id from app.variants v where v.store_id = any (v_store_ids) and v.sku = identifier
      order by v.created_at, v.id);
  end if;
  if v_ids = '{}' then
    v_ids := array(select v.id from app.variants v where v.store_id = any (v_store_ids) and v.barcode = identifier
      order by v.created_at, v.id limit v_most_named + 1);
  end if;
  if v_ids = '{}' then
    perform internal.fail('HT100', 'No such variant in the data this key sees.');
  elsif cardinality(v_ids) > 1 then
    v_problem := format('names several variants; use the id of one: %s%s', array_to_string(v_ids[:v_most_named], ', '),
      case when cardinality(v_ids) > v_most_named then ' and more' end);
    select count(distinct v.store_id) into v_store_count from app.variants v
      where v.store_id = any (v_store_ids) and v.id = any (v_ids);
    perform internal.fail('HT101', format('identifier %s.', v_problem),
      jsonb_build_object('identifier', jsonb_build_array(v_problem))
      || case when v_store_count = cardinality(v_ids)
           then jsonb_build_object('store_id', jsonb_build_array('would tell which: each is in another store')) else '{}' end);
  end if;
  return v_ids[1];
end
$$;
comment on function internal.find_variant(text, uuid) is 'Takes an id, SKU or barcode and a store (or null); gives the variant''s id. Raises HT100, and HT101 when several variants have the SKU or barcode, naming identifier and, when it would settle it, store_id. spec: Endpoint list, /variants/{identifier}; decisions: Ambiguous identifiers';
grant execute on function internal.find_variant(text, uuid) to haat_api;
--! EndIncluded internal/find_variant.sql
--! Included api/list_inventory_movements.sql
-- A SKU is looked up first, today's SKU of the variant (a ledger row keeps the SKU as it was): with the variant's id
-- known the page walks the index of that variant, however long the store's ledger is.
create or replace function api.list_inventory_movements(input jsonb) returns json
language plpgsql stable
set search_path = ''
as $$
declare
  v_input jsonb := input;
  v_variant_ids uuid[];
  v_references uuid[];
  v_page record;
begin
  if input ->> 'order_id' is not null then
    v_references := (input ->> 'order_id')::uuid || array(
      select r.id from app.returns r
      where r.store_id = any (internal.current_store_ids()) and r.order_id = (input ->> 'order_id')::uuid);
    v_input := v_input || jsonb_build_object('references', v_references);
  end if;
  if input ->> 'sku' is not null then
    v_variant_ids := array(select v.id from app.variants v where v.store_id = any (internal.current_store_ids()) and v.sku = input ->> 'sku');
    v_input := v_input || jsonb_build_object('sku_variant_ids', v_variant_ids);
  end if;
  v_page := internal.page_ids('app.stock_movements', v_input, concat(
    case when input ->> 'variant_id' is not null then ' and t.variant_id = ($1 ->> ''variant_id'')::uuid' end,
    case when cardinality(v_variant_ids) = 1 then ' and t.variant_id = ($1 #>> ''{sku_variant_ids,0}'')::uuid'
         -- None, or with a company key the same SKU in several stores.
         when v_variant_ids is not null then ' and t.variant_id in (select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''sku_variant_ids'') e)' end,
    case when coalesce(input ->> 'location_id', input ->> 'warehouse_id') is not null then ' and t.location_id = coalesce($1 ->> ''location_id'', $1 ->> ''warehouse_id'')::uuid' end,
    case when input ->> 'type' is not null then ' and t.type = $1 ->> ''type''' end,
    -- What came back or was damaged on the way is booked on the order's returns.
    case when v_references is not null
      then ' and t.reference_id in (select e::uuid from pg_catalog.jsonb_array_elements_text($1 -> ''references'') e)
             and t.reference_type in (''order'', ''return'')' end,
    case when input ->> 'created_after' is not null then ' and t.created_at >= pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_after'')::timestamptz)' end,
    case when input ->> 'created_before' is not null then ' and t.created_at < pg_catalog.date_trunc(''milliseconds'', ($1 ->> ''created_before'')::timestamptz)' end));
  return internal.page_document((select json_agg(d.document order by d.ordinal) from internal.stock_movement_documents(v_page.ids) d), v_page.has_more, v_page.next_cursor);
end
$$;
comment on function api.list_inventory_movements(jsonb) is 'GET /inventory/movements: gives a page of the stock ledger; of an order with its returns. Raises HT100 (store, cursor). decisions: 2, Stock movement';
grant execute on function api.list_inventory_movements(jsonb) to haat_api;
--! EndIncluded api/list_inventory_movements.sql
--! Included internal/record_payment.sql
-- The one way money enters an order. Refusals in order: form of the amount (422), time in the future (422), method (409), transaction id missing
-- (400), transaction id known (409), COD parcel out (409), more than is due (422). A repeated payment is told that it is
-- one before it is told that nothing more is due.
create or replace function internal.record_payment(order_id uuid, payment_method_id uuid, amount numeric, transaction_id text, note text, received_at timestamptz, source text, parcel_id uuid default null, field_prefix text default '') returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  o app.orders;
  m app.payment_methods;
  v_transaction_id constant text := nullif(btrim(record_payment.transaction_id), '');
  v_now constant timestamptz := internal.now();
  v_id uuid;
begin
  select * into o from app.orders t where t.id = record_payment.order_id for update;
  if amount is null or amount <= 0 or amount <> round(amount, 2) then
    perform internal.field_error('HT008', field_prefix || 'amount', 'must be above 0 with at most two decimals');
  end if;
  -- A minute is left to clocks that run ahead of ours.
  if received_at > v_now + interval '1 minute' then
    perform internal.field_error('HT008', field_prefix || 'received_at', 'must not be in the future');
  end if;
  select * into m from app.payment_methods t where t.id = record_payment.payment_method_id and t.store_id = o.store_id;
  if m.id is null or m.status <> 'active' then
    perform internal.field_error('HT101', field_prefix || 'payment_method_id', 'names no active payment method of this store');
  end if;
  -- A courier's payout has the courier's own reference.
  if m.requires_transaction_id and v_transaction_id is null and source <> 'courier' then
    perform internal.fail('HT104', format('%s needs the transaction id of the payment.', m.name), '{"transactionId": ["transaction_id_required"]}');
  end if;
  perform internal.refuse_known_transaction(o.store_id, v_transaction_id);
  -- While a courier is out to collect cash, money taken elsewhere would be collected twice.
  if source <> 'courier' and exists (select from internal.live_parcel(o.id) p where p.cod_amount > 0) then
    perform internal.fail('HT101', 'A courier parcel with cash to collect is out for this order.', '{"payment": ["cod_parcel_active"]}');
  end if;
  -- What a courier pays out it has collected: that cash is in the till even when goods came back meanwhile and less is due.
  if source <> 'courier' and amount > o.due_amount then
    perform internal.field_error('HT008', field_prefix || 'amount', format('must be at most what is due, %s', o.due_amount));
  end if;
  begin
    insert into app.payments (company_id, store_id, order_id, kind, status, amount, payment_method_id, transaction_id, source, parcel_id, note, received_at, settled_at)
    values (o.company_id, o.store_id, o.id, 'payment', 'settled', amount, m.id, v_transaction_id, source, record_payment.parcel_id, record_payment.note,
            least(record_payment.received_at, v_now), v_now)
    returning id into v_id;
  exception when unique_violation then
    -- Another connection recorded it a moment ago; it is visible now.
    perform internal.refuse_known_transaction(o.store_id, v_transaction_id);
  end;
  perform internal.settle_order(o.id);
  perform internal.add_to_timeline(o.company_id, o.store_id, o.id, 'payment_recorded', null, null, record_payment.note,
    jsonb_build_object('payment_id', v_id, 'amount', amount::numeric(12, 2)::text, 'payment_method', m.name, 'transaction_id', v_transaction_id));
  return v_id;
end
$$;
comment on function internal.record_payment(uuid, uuid, numeric, text, text, timestamptz, text, uuid, text) is 'Takes an order, a method, an amount in the store''s currency, the gateway''s transaction id, note, when the money came (null: now), source (api, staff, courier), parcel and a prefix for field names; writes a settled payment and settles the order; gives its id. Raises HT101, HT104, HT008. spec: POST /orders/{id}/payments';
--! EndIncluded internal/record_payment.sql
--! Included internal/payment_documents.sql
create or replace function internal.payment_documents(ids uuid[]) returns table (ordinal bigint, id uuid, document json)
language plpgsql stable
set search_path = ''
as $$
begin
  return query
  select w.n, p.id, row_to_json(d)
  from unnest(payment_documents.ids) with ordinality as w (id, n)
  join app.payments p on p.id = w.id
  join app.payment_methods m on m.id = p.payment_method_id
  cross join lateral (
    select p.id, p.store_id, p.order_id, p.kind, p.status, p.amount::text as amount,
      json_build_object('id', m.id, 'name', m.name, 'type', m.type) as payment_method,
      p.transaction_id, p.source, p.refunds_payment_id, p.note,
      internal.timestamp_text(p.received_at) as received_at, internal.timestamp_text(p.settled_at) as settled_at,
      internal.timestamp_text(p.created_at) as created_at, internal.timestamp_text(p.updated_at) as updated_at
  ) d
  order by w.n;
end
$$;
comment on function internal.payment_documents(uuid[]) is 'Takes payment ids; gives each visible one as the API shows it, in the order asked. decisions: 2, Payment';
grant execute on function internal.payment_documents(uuid[]) to haat_api, haat_staff, haat_worker;
--! EndIncluded internal/payment_documents.sql
--! Included internal/refuse_taken_skus.sql
-- Of two lines with one SKU the later is at fault; a line that keeps its SKU by not sending one is never.
create or replace function internal.refuse_taken_skus(variants jsonb, variant_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_fields jsonb;
begin
  with line as (
    select w.n, w.id, variants -> (w.n - 1)::integer ->> 'sku' as sku from unnest(variant_ids) with ordinality as w (id, n)
  ), taken as (
    select l.n, l.sku from line l join app.variants mine on mine.id = l.id
    where l.sku is not null and exists (
      select from app.variants other
      left join line x on x.id = other.id
      where other.store_id = mine.store_id and other.sku = l.sku and other.id <> l.id and (x.sku is null or x.n < l.n))
  )
  select jsonb_object_agg(format('variants.%s.sku', t.n - 1), jsonb_build_array(format('%s is already taken', t.sku)))
    into v_fields from taken t;
  perform internal.fail('HT101', 'A SKU is already taken by another variant of the store.', v_fields);
end
$$;
comment on function internal.refuse_taken_skus(jsonb, uuid[]) is 'Takes the lines of a product''s variants and the variant that each was written to, of which some have the SKU of another; raises HT101 naming each such line. spec: POST /products, variants[]';
--! EndIncluded internal/refuse_taken_skus.sql
--! Included internal/add_variant.sql
-- Options are given by name and set only here, when the variant is created; attributes and values must exist first.
create or replace function internal.add_variant(product_id uuid, place integer, input jsonb, image_ids uuid[] default '{}', field_prefix text default '') returns uuid
language plpgsql volatile
set search_path = ''
as $$
declare
  v_options constant jsonb := coalesce(nullif(input -> 'options', 'null'), '[]');
  p app.products;
  v_key text;
  v_image_id uuid;
  v_id uuid;
begin
  select * into p from app.products t where t.id = add_variant.product_id;
  if (input ->> 'discount_price')::numeric >= (input ->> 'price')::numeric then
    perform internal.field_error('HT008', field_prefix || 'discount_price', 'must be below price');
  end if;
  v_key := internal.option_key(p.store_id, v_options, field_prefix);
  if exists (select from app.variants v where v.product_id = p.id and v.option_key = v_key) then
    perform internal.field_error('HT101', field_prefix || 'options', 'are those of another variant of this product');
  end if;
  v_image_id := internal.variant_image_id(p.id, input, image_ids, null, field_prefix);

  insert into app.variants (company_id, store_id, product_id, sku, barcode, name, price, discount_price, weight, dimensions, low_stock_threshold, status, image_id, option_key, position)
  values (p.company_id, p.store_id, p.id, input ->> 'sku', input ->> 'barcode', input ->> 'name', (input ->> 'price')::numeric, (input ->> 'discount_price')::numeric,
    (input ->> 'weight')::numeric, nullif(input -> 'dimensions', 'null'), coalesce((input ->> 'low_stock_threshold')::integer, 0), coalesce(input ->> 'status', 'active'),
    v_image_id, v_key, add_variant.place)
  returning id into v_id;
  insert into app.variant_options (company_id, store_id, variant_id, attribute_id, value_id, position)
  select p.company_id, p.store_id, v_id, a.id, v.id, w.n - 1
  from jsonb_array_elements(v_options) with ordinality as w (item, n)
  join app.attributes a on a.store_id = p.store_id and lower(a.name) = lower(btrim(w.item ->> 'attribute'))
  join app.attribute_values v on v.attribute_id = a.id and lower(v.value) = lower(btrim(w.item ->> 'value'));
  insert into app.variant_costs (variant_id, company_id, store_id, average_cost, updated_at)
  values (v_id, p.company_id, p.store_id, coalesce((input ->> 'cost_price')::numeric, 0), internal.now());
  return v_id;
end
$$;
comment on function internal.add_variant(uuid, integer, jsonb, uuid[], text) is 'Takes a product, the variant''s place, its fields as POST /products describes them, the request''s images and a prefix for field names; gives the new variant. Raises HT008, HT101 (also for options that another variant has); a taken SKU is a unique violation. spec: POST /products, variants[]';
--! EndIncluded internal/add_variant.sql
--! Included internal/save_variants.sql
-- SKUs are compared when all lines are written, so that two variants may swap theirs in one request.
create or replace function internal.save_variants(product_id uuid, variants jsonb, image_ids uuid[]) returns void
language plpgsql volatile
set search_path = ''
as $$
declare
  v_variant record;
  v_prefix text;
  v_place integer;
  v_id uuid;
  v_ids uuid[] := '{}';
begin
  set constraints app.variants_sku_key deferred;
  select coalesce(max(v.position) + 1, 0) into v_place from app.variants v where v.product_id = save_variants.product_id;
  for v_variant in select w.item, w.n - 1 as n from jsonb_array_elements(variants) with ordinality as w (item, n) order by w.n loop
    v_prefix := format('variants.%s.', v_variant.n);
    v_id := (v_variant.item ->> 'id')::uuid;
    if v_id is null then
      v_id := internal.add_variant(save_variants.product_id, v_place, v_variant.item, image_ids, v_prefix);
      v_place := v_place + 1;
    elsif exists (select from app.variants v where v.product_id = save_variants.product_id and v.id = v_id) then
      perform internal.change_variant(v_id, v_variant.item, image_ids, v_prefix);
    else
      perform internal.field_error('HT101', v_prefix || 'id', 'names no variant of this product');
    end if;
    v_ids := v_ids || v_id;
  end loop;
  begin
    set constraints app.variants_sku_key immediate;
  exception when unique_violation then
    perform internal.refuse_taken_skus(variants, v_ids);
  end;
  if (select count(*) from app.variants v where v.product_id = save_variants.product_id) > 250 then
    perform internal.field_error('HT008', 'variants', 'a product has at most 250 variants');
  end if;
end
$$;
comment on function internal.save_variants(uuid, jsonb, uuid[]) is 'Takes a locked product, variants (with id: changed, without: added after those there; those not named stay) and the request''s images. Raises HT008, HT101, naming the line. spec: POST /products, variants[]';
--! EndIncluded internal/save_variants.sql
--! Included gate/taken_fields.sql
-- Row-level security hides the detail of a unique violation, so the value is read from what was sent: unique constraints
-- are called <table>_<field>_key, and a field has one name everywhere.
create or replace function gate.taken_fields(constraint_name text, input jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(f.name, jsonb_build_array(format('%s is already taken', input ->> f.name)))
  from pg_class i
  join pg_index x on x.indexrelid = i.oid
  join pg_class t on t.oid = x.indrelid
  cross join lateral (
    select substring(i.relname from length(t.relname) + 2 for length(i.relname) - length(t.relname) - 5) as name
  ) f
  where i.relnamespace = 'app'::regnamespace and i.relname = constraint_name
    and i.relname = t.relname || '_' || f.name || '_key' and jsonb_typeof(input -> f.name) = 'string'
$$;
comment on function gate.taken_fields(text, jsonb) is 'Takes the unique constraint that refused an input, and the input; gives the fields object that says which value is taken, or null when the constraint is not that of one field. spec: Errors';
grant execute on function gate.taken_fields(text, jsonb) to haat_api;
--! EndIncluded gate/taken_fields.sql
--! Included gate/run.sql
-- Runs one operation inside the fence, as haat_api. Every answer, refusals too, comes back as a value: the caller needs
-- the rate headers in any case. Stored for replay: success and the operation's own refusals (HT1.., unique violations).
-- Errors of the operation, in order: HT001-HT003 (key died meanwhile), HT007, HT006, then the operation's.
grant create on schema gate to haat_api;
set local role haat_api;
create or replace function gate.run(key_hash bytea, operation text, input jsonb, idempotency_key text, request_hash bytea, request_id text,
  out outcome jsonb, out result text)
language plpgsql volatile security definer
set search_path = ''
as $$
declare
  v_stored app.idempotency_keys;
  v_sqlstate text;
  v_message text;
  v_detail text;
  v_constraint text;
  v_context text;
  v_refusal jsonb;
begin
  begin
    perform gate.enter(key_hash, request_id);
    if idempotency_key is not null then
      v_stored := gate.recall(idempotency_key, request_hash);
      if v_stored.lineage_id is not null then
        outcome := jsonb_build_object('sqlstate', v_stored.sqlstate, 'message', v_stored.message, 'fields', v_stored.fields,
          'constraint', v_stored."constraint", 'replayed', true, 'request_id', v_stored.request_id);
        result := v_stored.result;
        return;
      end if;
    end if;
    begin
      execute format('select api.%I($1)::text', operation) into result using input;
      v_refusal := nullif(current_setting('haat.refusal', true), '')::jsonb;
      if v_refusal is not null then
        -- Refused, and yet what it wrote stays: see internal.refuse_and_keep.
        result := null;
      end if;
      outcome := jsonb_build_object('sqlstate', v_refusal ->> 'sqlstate', 'message', v_refusal ->> 'message', 'fields', v_refusal -> 'fields',
        'replayed', false, 'request_id', request_id, 'headers', nullif(current_setting('haat.response_headers', true), '')::jsonb);
    exception when others then
      if sqlstate not like 'HT1%' and sqlstate <> '23505' then
        raise;
      end if;
      get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name;
      result := null;
      outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, null, request_id);
      if v_sqlstate = '23505' then
        outcome := outcome || jsonb_build_object('fields', gate.taken_fields(v_constraint, input));
      end if;
    end;
    if idempotency_key is not null then
      perform gate.remember(idempotency_key, request_hash, operation, outcome, result);
    end if;
  exception when others then
    -- Not stored: the same key may be tried again.
    get stacked diagnostics v_sqlstate = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail, v_constraint = constraint_name, v_context = pg_exception_context;
    result := null;
    outcome := gate.refusal(v_sqlstate, v_message, v_detail, v_constraint, v_context, request_id);
  end;
end
$$;
comment on function gate.run(bytea, text, jsonb, text, bytea, text) is 'Takes the key''s SHA-256, an operation of schema api and its input, the Idempotency-Key and request hash (or null) and the request id; gives the outcome and the document as text. Raises nothing.';
grant execute on function gate.run(bytea, text, jsonb, text, bytea, text) to haat_gateway;
set local role haat_owner;
revoke create on schema gate from haat_api;
--! EndIncluded gate/run.sql
