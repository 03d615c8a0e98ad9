--! Previous: sha1:6b4ed42e95834a26b6e405aad87db6c5d2847197
--! Hash: sha1:d3fde91e495f8c7e6843c2f4d91595d654775d38
--! Message: Cash accounts of parcels, outstanding units, SKUs alike

--! split: 1-current.sql
-- The money and the goods of an order that is under way: one cash account a parcel, where the outstanding units are, and
-- one identity that closes.

-- They read columns that go; they come back with the code.
drop view if exists internal.readable_orders cascade;
drop view if exists ledger.order_money, ledger.check_order_amounts, ledger.check_order_totals, ledger.courier_cash,
  ledger.check_order_parcels, ledger.check_parcel_cash cascade;
drop function if exists internal.held_amount(uuid) cascade;
drop function if exists internal.count_open_parcels(uuid) cascade;
drop function if exists internal.find_parcels_in(text[], text[], uuid, uuid, uuid, integer) cascade;
drop trigger if exists _200_copy_order_status on app.parcels;
drop trigger if exists _500_copy_status on app.orders;
drop function if exists internal.tg_parcels__copy_order_status();
drop function if exists internal.tg_orders__copy_status();

-- Parcels: picked up is a fact of each, its cash account is whole, and what is to be done with it is derived.
alter table app.parcels
  add column if not exists is_pickup_recorded boolean not null default false,
  add column if not exists charged_amount numeric(12, 2) not null default 0
    constraint parcels_charged_amount_check check (charged_amount >= 0),
  add column if not exists written_off_amount numeric(12, 2) not null default 0
    constraint parcels_written_off_amount_check check (written_off_amount >= 0),
  add column if not exists held_amount numeric(12, 2) not null default 0
    constraint parcels_held_amount_check check (held_amount >= 0),
  add column if not exists work text
    constraint parcels_work_check check (work in ('to_hand_over', 'with_courier', 'coming_back')),
  drop column if exists order_status cascade;
comment on column app.parcels.picked_up_at is
  'When the courier took it; where no pickup is reported, when it was booked. Null while it waits for its courier.';
comment on column app.parcels.is_pickup_recorded is
  'True once the courier reported the pickup, or staff recorded it. Only then an advance pays for the delivery.';
comment on column app.parcels.collected_amount is
  'Cash that was collected, as stated; null: not stated. May be stated anew until it is paid out.';
comment on column app.parcels.paid_out_amount is
  'What came of it to the store: the sum of the settled payments that name the parcel.';
comment on column app.parcels.charged_amount is
  'What the courier kept of it for its services: the sum of the charges of those payments.';
comment on column app.parcels.written_off_amount is 'What of it the store has given up.';
comment on column app.parcels.held_amount is
  'What the courier (or, without one, who delivered it) still has of it.';
comment on column app.parcels.work is
  'What is to be done with it, for the lists of work: to_hand_over, with_courier, coming_back; null: nothing.';

alter table app.payments
  add column if not exists charged_amount numeric(12, 2) not null default 0
    constraint payments_charged_amount_check check (charged_amount >= 0);
alter table app.payments drop constraint if exists payments_only_payouts_are_charged;
alter table app.payments add constraint payments_only_payouts_are_charged
  check (charged_amount = 0 or parcel_id is not null);
comment on column app.payments.charged_amount is
  'Of a payout: what the courier kept for its services beside the amount. It settles the order as the amount does.';

alter table app.orders
  add column if not exists held_by_courier_amount numeric(12, 2) not null default 0
    constraint orders_held_by_courier_amount_check check (held_by_courier_amount >= 0),
  add column if not exists to_refund_amount numeric(12, 2) not null default 0
    constraint orders_to_refund_amount_check check (to_refund_amount >= 0),
  add column if not exists with_courier_quantity integer not null default 0
    constraint orders_with_courier_quantity_check check (with_courier_quantity >= 0),
  add column if not exists coming_back_quantity integer not null default 0
    constraint orders_coming_back_quantity_check check (coming_back_quantity >= 0);
alter table app.orders drop constraint if exists orders_paid_amount_is_what_came_minus_what_went;
comment on column app.orders.received_amount is
  'What came in for it: settled payments to the store, and of each parcel what of its collected cash is settled (paid '
  'out, charged or written off).';
comment on column app.orders.returned_amount is
  'Value of the goods of a delivered order that were received back: no longer owed.';
comment on column app.orders.waived_amount is
  'What the store does not ask for though no goods came back for it: refunds beyond what the customer was owed, and '
  'what a cancelled, spam or returned order would still cost.';
comment on column app.orders.paid_amount is 'received_amount - refunded_amount, never below 0.';
comment on column app.orders.held_by_courier_amount is
  'Cash of it that its couriers hold: collected, and neither paid out, charged nor written off.';
comment on column app.orders.to_refund_amount is 'What the store owes the customer back.';
comment on column app.orders.with_courier_quantity is 'Units on their way to the customer.';
comment on column app.orders.coming_back_quantity is
  'Units on their way back: not kept, or called back, and not received yet.';

insert into app.order_transitions (from_status, to_status, only_by)
values
  ('delivered', 'in_transit', 'parcel'),
  ('returned', 'in_transit', 'parcel'),
  ('returned', 'ready_to_ship', 'parcel'),
  ('returned', 'delivered', 'return')
on conflict do nothing;

alter table app.parcels no force row level security;
alter table app.orders no force row level security;
alter table app.order_items no force row level security;
alter table app.payments no force row level security;
alter table app.couriers no force row level security;
alter table app.order_count_changes no force row level security;
alter table app.events no force row level security;
alter table app.webhook_endpoints no force row level security;
alter table app.webhook_deliveries no force row level security;
alter table app.webhook_gaps no force row level security;
alter table app.parcels disable trigger user;

-- A pickup that stands there was recorded. A parcel that no courier reports on was picked up when it was booked, and so
-- was one whose order has gone further than a pickup.
update app.parcels p set is_pickup_recorded = true where p.picked_up_at is not null and not p.is_pickup_recorded;
update app.parcels p
  set picked_up_at = p.booked_at,
    status = case p.status when 'booked' then 'picked_up' else p.status end
  from app.orders o
  join app.order_statuses s on s.status = o.status
  where o.store_id = p.store_id and o.id = p.order_id and p.picked_up_at is null and p.status <> 'cancelled'
    and (p.status <> 'booked' or s.is_shipped
      or not exists (select from app.couriers c where c.id = p.courier_id and c.reports_pickups));
alter table app.parcels drop constraint if exists parcels_are_picked_up_unless_they_wait;
alter table app.parcels add constraint parcels_are_picked_up_unless_they_wait
  check (status = 'cancelled' or (status = 'booked') = (picked_up_at is null));

-- What a delivered parcel's courier holds: as internal.parcel_cash says it.
update app.parcels p
  set held_amount = greatest(0, coalesce(p.collected_amount, least(p.cod_amount, o.total_amount - d.amount))
    - p.paid_out_amount - p.charged_amount - p.written_off_amount)
  from app.orders o
  cross join lateral (
    select coalesce(sum(case when y.kind = 'payment' then y.amount else -y.amount end), 0) as amount
    from app.payments y
    where y.store_id = o.store_id and y.order_id = o.id and y.status = 'settled' and y.parcel_id is null
      and not y.is_after_delivery
  ) d
  where o.store_id = p.store_id and o.id = p.order_id and p.delivered_at is not null;

-- What is to be done with a parcel: as internal.parcel_work says it.
update app.parcels p set work = w.work
  from (
    select t.id, case
        when s.stock in ('sold', 'returning') and l.outstanding > 0 then 'coming_back'
        when t.status not in ('booked', 'picked_up', 'delivery_failed', 'return_requested') then null
        when t.picked_up_at is null then 'to_hand_over'
        when t.status = 'return_requested' then 'coming_back'
        else 'with_courier' end as work
    from (
      select distinct on (p.store_id, p.order_id) p.* from app.parcels p
      order by p.store_id, p.order_id, p.created_at desc, p.id desc
    ) t
    join app.orders o on o.store_id = t.store_id and o.id = t.order_id
    join app.order_statuses s on s.status = o.status
    cross join lateral (
      select sum(i.quantity - i.delivered_quantity - i.released_quantity) as outstanding
      from app.order_items i where i.store_id = o.store_id and i.order_id = o.id
    ) l
  ) w
  where w.id = p.id and w.work is not null;

-- The amounts of an order: as internal.recompute_order works them out. Only what changes is written.
with facts as (
  select o.id, o.delivered_at, o.retained_amount, o.total_amount as total, o.refunded_amount as refunded, s.owes, s.stock,
    m.received + p.settled as received, m.refunded_after, p.held, l.returned,
    case when p.work = 'with_courier' then l.outstanding else 0 end as with_courier,
    case when p.work = 'coming_back' then l.outstanding else 0 end as coming_back
  from app.orders o
  join app.order_statuses s on s.status = o.status
  cross join lateral (
    select coalesce(sum(y.amount) filter (where y.kind = 'payment' and y.parcel_id is null), 0) as received,
      coalesce(sum(y.amount) filter (where y.kind = 'refund' and y.is_after_delivery), 0) as refunded_after
    from app.payments y where y.store_id = o.store_id and y.order_id = o.id and y.status = 'settled'
  ) m
  cross join lateral (
    select coalesce(sum(least(c.cleared, coalesce(c.collected, c.cleared))), 0) as settled,
      coalesce(sum(c.held_amount), 0) as held, max(c.work) as work
    from (
      select p.held_amount, p.work, p.paid_out_amount + p.charged_amount + p.written_off_amount as cleared,
        case when p.delivered_at is not null then p.collected_amount end as collected
      from app.parcels p where p.store_id = o.store_id and p.order_id = o.id
    ) c
  ) p
  cross join lateral (
    select sum(i.quantity - i.delivered_quantity - i.released_quantity) as outstanding,
      case when o.delivered_at is null then 0 else
        sum(round(i.line_total * (i.returned_quantity + i.released_quantity) / i.quantity, 2)) end as returned
    from app.order_items i where i.store_id = o.store_id and i.order_id = o.id
  ) l
), given as (
  select f.*, f.received - f.refunded as net, greatest(0, f.refunded_after
    - greatest(0, f.received - (f.refunded - f.refunded_after) + f.held - f.total + f.returned)) as goodwill
  from facts f
), claims as (
  select g.*, case
      when g.owes then g.total - g.returned - g.goodwill
      else least(g.net + g.held, case
        when g.stock = 'none' then 0
        when g.delivered_at is not null then g.total - g.returned - g.goodwill
        else coalesce(g.retained_amount, 0) end) end as claim
  from given g
), shown as (
  select c.id, c.received, c.returned, c.total - c.returned - c.claim as waived, greatest(0, c.net) as paid,
    case when c.owes then greatest(0, c.claim - c.net) else 0 end as due, c.held,
    greatest(0, c.net + c.held - c.claim) as to_refund, c.with_courier, c.coming_back,
    case
      when c.refunded > 0 and c.received + c.held > 0 and c.refunded >= c.received + c.held then 'refunded'
      when c.net <= 0 and c.total > 0 then 'unpaid'
      when c.net < c.total - c.returned - c.goodwill then 'partially_paid'
      else 'paid' end as payment_status
  from claims c
), written as (
  update app.orders t set
    received_amount = w.received, returned_amount = w.returned, waived_amount = w.waived, paid_amount = w.paid,
    due_amount = w.due, held_by_courier_amount = w.held, to_refund_amount = w.to_refund,
    with_courier_quantity = w.with_courier, coming_back_quantity = w.coming_back, payment_status = w.payment_status
  from shown w
  where w.id = t.id and (t.received_amount, t.returned_amount, t.waived_amount, t.paid_amount, t.due_amount, t.held_by_courier_amount,
      t.to_refund_amount, t.with_courier_quantity, t.coming_back_quantity, t.payment_status)
    is distinct from (w.received, w.returned, w.waived, w.paid, w.due, w.held, w.to_refund, w.with_courier,
      w.coming_back, w.payment_status)
  returning t.*
)
-- Where clients were told another debt, they are told again.
insert into app.events (company_id, store_id, type, object_id, object, previous)
select w.company_id, w.store_id, 'order.updated', w.id,
  (n.object || jsonb_build_object('paid_amount', w.paid_amount::text, 'due_amount', w.due_amount::text,
    'payment_status', w.payment_status, 'returned_amount', w.returned_amount::text, 'waived_amount', w.waived_amount::text,
    'held_by_courier_amount', w.held_by_courier_amount::text, 'to_refund_amount', w.to_refund_amount::text,
    'with_courier_quantity', w.with_courier_quantity, 'coming_back_quantity', w.coming_back_quantity,
    'updated_at', to_char(w.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json,
  jsonb_strip_nulls(jsonb_build_object(
    'due_amount', nullif(n.object ->> 'due_amount', w.due_amount::text),
    'payment_status', nullif(n.object ->> 'payment_status', w.payment_status)))
from written w
cross join lateral (
  select e.object::jsonb as object from app.events e
  where e.store_id = w.store_id and e.object_id = w.id and e.type like 'order.%'
  order by e.sequence desc limit 1
) n
where (n.object ->> 'due_amount', n.object ->> 'payment_status') is distinct from (w.due_amount::text, w.payment_status);
alter table app.orders drop column if exists uncollected_amount cascade;
alter table app.orders drop constraint if exists orders_paid_amount_is_what_came_less_what_went;
alter table app.orders add constraint orders_paid_amount_is_what_came_less_what_went
  check (paid_amount = greatest(0, received_amount - refunded_amount));

-- A spam order gives its coupon use back, as a cancelled one does.
alter table app.coupon_redemptions no force row level security;
alter table app.coupons no force row level security;
with given as (
  update app.coupon_redemptions r set given_back_at = o.updated_at
  from app.orders o
  join app.order_statuses s on s.status = o.status
  where o.id = r.order_id and s.stock = 'none' and r.given_back_at is null
  returning r.coupon_id
)
update app.coupons c set used_count = c.used_count - g.uses
from (select coupon_id, count(*) as uses from given group by coupon_id) g
where c.id = g.coupon_id;
alter table app.coupon_redemptions force row level security;
alter table app.coupons force row level security;

alter table app.parcels enable trigger user;
alter table app.parcels force row level security;
alter table app.orders force row level security;
alter table app.order_items force row level security;
alter table app.payments force row level security;
alter table app.couriers force row level security;
alter table app.order_count_changes force row level security;
alter table app.events force row level security;
alter table app.webhook_endpoints force row level security;
alter table app.webhook_deliveries force row level security;
alter table app.webhook_gaps force row level security;

drop index if exists app.parcels_held_cash_idx;
drop index if exists app.parcels_work_idx;
drop index if exists app.parcels_work_of_courier_idx;
create index if not exists parcels_held_cash_idx on app.parcels (store_id, delivered_at, id) where held_amount > 0;
create index if not exists parcels_held_cash_of_courier_idx
  on app.parcels (store_id, courier_id, delivered_at, id) where held_amount > 0;
create index if not exists parcels_work_idx
  on app.parcels (store_id, work, coalesce(picked_up_at, booked_at), id) where work is not null;
create index if not exists parcels_work_of_courier_idx
  on app.parcels (store_id, courier_id, work, coalesce(picked_up_at, booked_at), id) where work is not null;
create index if not exists orders_to_refund_idx on app.orders (store_id, created_at, id) where to_refund_amount > 0;

do $$
begin
  if not exists (select from pg_attribute a where a.attrelid = 'staff.possible_move'::regclass
    and a.attname = 'required_arguments' and not a.attisdropped)
  then
    alter type staff.possible_move add attribute required_arguments text[], add attribute at_most numeric(14, 2);
  end if;
  if not exists (select from pg_attribute a where a.attrelid = 'staff.work_counts'::regclass
    and a.attname = 'refunds_owed' and not a.attisdropped)
  then
    alter type staff.work_counts add attribute refunds_owed integer;
  end if;
end
$$;
comment on column staff.possible_move.required_arguments is
  'Arguments beside the record that it does not do without, as GraphQL names them.';
comment on column staff.possible_move.at_most is 'The largest amount that it takes; null where it takes none.';
comment on column staff.work_counts.refunds_owed is 'Orders whose customer is owed money back.';

-- SKUs are looked up and compared as internal.fold gives them. Those that are alike already stay, so this is not unique:
-- internal.claim_skus refuses new ones.
create index if not exists variants_folded_sku_idx on app.variants (store_id, internal.fold(sku));

-- A position is any integer: lowest first.
alter table app.categories drop constraint if exists categories_position_check;
alter table app.attribute_values drop constraint if exists attribute_values_position_check;
