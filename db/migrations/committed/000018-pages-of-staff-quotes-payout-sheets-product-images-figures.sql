--! Previous: sha1:398d8f8141a94b423965860641c94d0d5749b62f
--! Hash: sha1:8004a9fe760404cf132d62c3cf127cc67d331d5c
--! Message: pages of staff: quotes, payout sheets, product images, figures

--! split: 1-current.sql
-- Enter migration here

-- How many orders wait at a stage, as the list of orders shows it.
do $$
begin
  if to_regtype('staff.stage_count') is null then
    create type staff.stage_count as (stage text, orders integer);
  end if;
end
$$;
comment on type staff.stage_count is 'How many orders stand at a stage. Each number stops at 1000: say "999+".';
comment on column staff.stage_count.stage is E'@words app.order_statuses.stage\nThe stage of the work.';
comment on column staff.stage_count.orders is 'Orders at it.';
-- What staff ask before they write: what an order would cost, and a courier's sheet beside our books.
do $$
begin
  if to_regtype('staff.quoted_line') is null then
    create type staff.quoted_line as (
      line integer, variant_id uuid, sku text, product_name text, variant_name text, quantity integer,
      unit_price numeric(14, 2), discount_price numeric(14, 2), amount numeric(14, 2), available integer, is_short boolean);
  end if;
  if to_regtype('staff.order_quote') is null then
    create type staff.order_quote as (
      lines staff.quoted_line[], subtotal numeric(14, 2), discount_amount numeric(14, 2), shipping_charge numeric(14, 2),
      tax_amount numeric(14, 2), total_amount numeric(14, 2), coupon_problem text);
  end if;
  if to_regtype('staff.payout_finding') is null then
    create domain staff.payout_finding as text check (value in ('matches', 'less', 'more', 'already_paid',
      'nothing_held', 'not_delivered', 'repeated', 'other_courier', 'ambiguous', 'unknown'));
  end if;
  if to_regtype('staff.payout_line') is null then
    create type staff.payout_line as (code text, amount numeric);
  end if;
  if to_regtype('staff.payout_match') is null then
    create type staff.payout_match as (
      line integer, code text, amount numeric(14, 2), finding staff.payout_finding, parcel_id uuid, order_id uuid,
      order_number text, held_amount numeric(14, 2), difference numeric(14, 2));
  end if;
  if to_regtype('staff.payout_total') is null then
    create type staff.payout_total as (finding staff.payout_finding, lines integer, amount numeric(16, 2));
  end if;
  if to_regtype('staff.payout_comparison') is null then
    create type staff.payout_comparison as (
      lines staff.payout_match[], totals staff.payout_total[], sheet_amount numeric(16, 2));
  end if;
end
$$;
comment on type staff.quoted_line is 'A line of an order that was not placed yet.';
comment on column staff.quoted_line.line is 'Its place among the lines that were sent, from 0.';
comment on column staff.quoted_line.variant_id is 'The variant.';
comment on column staff.quoted_line.sku is 'Its SKU.';
comment on column staff.quoted_line.product_name is 'The name of its product.';
comment on column staff.quoted_line.variant_name is 'Its own name.';
comment on column staff.quoted_line.quantity is 'Units.';
comment on column staff.quoted_line.unit_price is 'Regular price of one unit.';
comment on column staff.quoted_line.discount_price is 'Selling price of one unit where it is below the regular one; null otherwise.';
comment on column staff.quoted_line.amount is 'quantity x selling price.';
comment on column staff.quoted_line.available is 'Units at the location that are not promised to orders.';
comment on column staff.quoted_line.is_short is 'True when all lines of the variant together ask for more than is available.';
comment on type staff.order_quote is 'What an order would cost now. Nothing is reserved and no coupon is used up.';
comment on column staff.order_quote.lines is 'The lines as they were sent, priced.';
comment on column staff.order_quote.subtotal is 'Lines at their selling price.';
comment on column staff.order_quote.discount_amount is 'What the coupon takes off.';
comment on column staff.order_quote.shipping_charge is 'Delivery charged; 0 with a free-shipping coupon.';
comment on column staff.order_quote.tax_amount is 'Tax charged.';
comment on column staff.order_quote.total_amount is 'subtotal - discount_amount + shipping_charge + tax_amount.';
comment on column staff.order_quote.coupon_problem is 'Why the coupon would be refused; null when it would not.';
comment on type staff.payout_line is 'A line of the sheet that a courier sends with its payout.';
comment on column staff.payout_line.code is 'A tracking code or an order number, in any case.';
comment on column staff.payout_line.amount is 'What the courier pays out for the parcel; left out, all that it holds.';
comment on type staff.payout_match is 'A line of a courier''s sheet beside our books.';
comment on column staff.payout_match.line is 'Its place among the lines that were sent, from 0.';
comment on column staff.payout_match.code is 'What the sheet calls the parcel.';
comment on column staff.payout_match.amount is 'What the sheet says is paid out; all that is held where it does not say.';
comment on column staff.payout_match.finding is 'matches, or what differs. less and more: the sheet names another amount than the courier holds. repeated: an earlier line names the same parcel.';
comment on column staff.payout_match.parcel_id is 'The parcel; null for unknown and ambiguous.';
comment on column staff.payout_match.order_id is 'Its order.';
comment on column staff.payout_match.order_number is 'The number of its order.';
comment on column staff.payout_match.held_amount is 'What the courier holds of its cash.';
comment on column staff.payout_match.difference is 'amount - held_amount.';
comment on type staff.payout_total is 'The lines of a sheet with one finding.';
comment on column staff.payout_total.finding is 'The finding.';
comment on column staff.payout_total.lines is 'How many lines have it.';
comment on column staff.payout_total.amount is 'What the sheet says is paid out on them.';
comment on type staff.payout_comparison is 'A courier''s sheet of payouts beside our books. Nothing is booked by it.';
comment on column staff.payout_comparison.lines is 'The lines as they were sent.';
comment on column staff.payout_comparison.totals is 'Lines and amounts by finding; findings without a line are left out.';
comment on column staff.payout_comparison.sheet_amount is 'All amounts of the sheet together.';
-- Reports for staff: what sold best, and what the stock is worth.
do $$
begin
  if to_regtype('staff.top_product') is null then
    create type staff.top_product as (
      rank integer, product_id uuid, variant_id uuid, product_name text, variant_name text, sku text,
      units_sold integer, units_returned integer, revenue numeric(16, 2));
  end if;
  if to_regtype('staff.stock_value') is null then
    create type staff.stock_value as (
      location_id uuid, location text, variants integer, units bigint, value numeric(16, 2));
  end if;
end
$$;
comment on type staff.top_product is 'What a variant earned in a window of days, by the same sums as the report of the API.';
comment on column staff.top_product.rank is 'Its place, from 1.';
comment on column staff.top_product.product_id is 'The product.';
comment on column staff.top_product.variant_id is 'The variant.';
comment on column staff.top_product.product_name is 'The present name of the product.';
comment on column staff.top_product.variant_name is 'The present name of the variant.';
comment on column staff.top_product.sku is 'The present SKU.';
comment on column staff.top_product.units_sold is 'Units that were delivered.';
comment on column staff.top_product.units_returned is 'Units of them that came back.';
comment on column staff.top_product.revenue is 'What the units that were kept cost after discounts.';
comment on type staff.stock_value is 'What the stock of a store at a location is worth, at the average cost.';
comment on column staff.stock_value.location_id is 'The location.';
comment on column staff.stock_value.location is 'Its name.';
comment on column staff.stock_value.variants is 'Variants that have a level there.';
comment on column staff.stock_value.units is 'Units on hand.';
comment on column staff.stock_value.value is 'Units by the average cost of their variant.';
-- Products know whether they have an image, so that those on sale without one are listed without a look at all others.
alter table app.products add column if not exists has_image boolean not null default false;
comment on column app.products.has_image is 'Whether its gallery has an image; kept by internal.touch_products.';
alter table app.products no force row level security;
alter table app.product_images no force row level security;
alter table app.products disable trigger user;
update app.products p set has_image = true
  where not p.has_image and exists (select from app.product_images i where i.product_id = p.id);
alter table app.products enable trigger user;
alter table app.products force row level security;
alter table app.product_images force row level security;
create index if not exists products_without_image_idx on app.products (store_id, id)
  where not has_image and status = 'active';

do $$
begin
  if not exists (
    select from pg_attribute a
    where a.attrelid = 'staff.work_counts'::regclass and a.attname = 'without_picture' and not a.attisdropped) then
    alter type staff.work_counts add attribute without_picture integer;
  end if;
end
$$;
comment on column staff.work_counts.without_picture is 'Products on sale without an image; products_without_picture lists them.';

-- What the company's plan allows, and what is used of it.
do $$
begin
  if to_regtype('staff.plan_use') is null then
    create type staff.plan_use as (
      plan_name text, api_access boolean, advanced_reports boolean, product_videos boolean,
      reads_per_minute integer, writes_per_minute integer, orders_this_month integer, orders_per_month integer,
      products integer, max_products integer, video_bytes bigint, video_storage_bytes bigint,
      videos_per_product integer);
  end if;
end
$$;
comment on type staff.plan_use is 'What the plan of the company allows, and what is used of it.';
comment on column staff.plan_use.plan_name is 'The name of the plan.';
comment on column staff.plan_use.api_access is 'Whether API keys work at all.';
comment on column staff.plan_use.advanced_reports is 'Whether reports have comparisons and top products.';
comment on column staff.plan_use.product_videos is 'Whether products may show videos.';
comment on column staff.plan_use.reads_per_minute is 'Reads that an API key may make in a minute.';
comment on column staff.plan_use.writes_per_minute is 'Writes that an API key may make in a minute.';
comment on column staff.plan_use.orders_this_month is
  'Orders since the month began on the calendar of the first store; 100000 means 100000 or more.';
comment on column staff.plan_use.orders_per_month is 'Orders that the company may take in a month; null without limit.';
comment on column staff.plan_use.products is 'Products that are not archived.';
comment on column staff.plan_use.max_products is 'Products that the company may have; null without limit.';
comment on column staff.plan_use.video_bytes is 'Bytes of video that are used or reserved.';
comment on column staff.plan_use.video_storage_bytes is 'Bytes of video that the company may keep.';
comment on column staff.plan_use.videos_per_product is 'Videos that a product may show.';
