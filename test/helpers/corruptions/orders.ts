// Corruptions of orders, their money and what is summed up of them.
import type { Corruption } from './index.ts';

export const ordersCorruptions: Corruption[] = [
  {
    check: 'check_order_status',
    what: 'a cancelled order that still holds goods',
    statements: [`update app.orders set status = 'cancelled' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_amounts',
    what: 'an order called paid that is not',
    statements: [`update app.orders set payment_status = 'paid' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_parcels',
    what: 'a parcel still out for a cancelled order',
    statements: [
      `update app.orders set status = 'cancelled' where id = :order`,
      `insert into app.parcels (company_id, store_id, order_id, status, booked_at, created_at, updated_at) values (:company, :store, :order, 'booked', now(), now(), now())`,
    ],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_records',
    what: 'another note in an order that was never edited',
    statements: [`update app.orders set note = 'Leave it at the gate' where id = :order`],
    object: /^order [0-9a-f-]{36}$/,
  },
  {
    check: 'check_order_records',
    what: 'another name of a line that was never edited',
    statements: [`update app.order_items set product_name = 'Lamp' where order_id = :order`],
    object: /^order_item [0-9a-f-]{36}$/,
  },
  {
    check: 'check_order_events',
    what: 'a change that sent no event',
    statements: [`update app.orders set status = 'confirmed' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_events',
    what: 'an order that was given to another customer',
    statements: [
      `update app.orders o set customer_id = (select c.id from app.customers c where c.store_id = o.store_id and c.id <> o.customer_id limit 1)
       where id = :order`,
    ],
    object: /^order ORD-/,
  },
  {
    check: 'check_sales_rollups',
    what: 'sales that no order made',
    statements: [
      `insert into app.sales_days (company_id, store_id, day, channel_id, orders, gross_sales, net_sales, shipping_charged, money_received)
       select company_id, store_id, store_date, channel_id, 1, 10, 10, 0, 0 from app.orders where id = :order`,
    ],
    object: /^sales of /,
  },
  {
    check: 'check_payouts',
    what: 'a payout that no payment names',
    statements: [
      `insert into app.payouts (company_id, store_id, amount, created_at, updated_at) values (:company, :store, 100, now(), now())`,
    ],
    object: /^payout /,
  },
  {
    check: 'check_order_calls',
    what: 'a call that nobody made',
    statements: [
      `update app.orders set call_count = 1, last_call_at = created_at, last_call_outcome = 'confirmed' where id = :order`,
    ],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_calls',
    what: 'a call that the timeline does not tell',
    statements: [
      `insert into app.order_calls (company_id, store_id, order_id, attempt, outcome, actor_type, actor_name, created_at)
       values (:company, :store, :order, 1, 'confirmed', 'staff', 'Nobody', now())`,
    ],
    object: /^call /,
  },
  {
    check: 'check_order_calls',
    what: 'a call that was taken out',
    statements: [
      `insert into app.order_timeline (company_id, store_id, order_id, action, detail, actor_type, actor_name, created_at)
       values (:company, :store, :order, 'called', '{"call_id": "01890000-0000-7000-8000-000000000000"}', 'staff', 'Nobody', now())`,
    ],
    object: /^call /,
  },
  {
    check: 'check_order_transitions',
    what: 'a status that no move led to',
    statements: [`update app.orders set status = 'processing' where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_totals',
    what: 'a total that is not the sum of its parts',
    statements: [
      'alter table app.orders drop constraint orders_total_adds_up',
      'update app.orders set total_amount = 1 where id = :order',
    ],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_totals',
    what: 'less owed than is owed',
    statements: ['update app.orders set due_amount = 0 where id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_lines',
    what: 'lines that add up to another discount',
    statements: ['update app.order_items set discount_amount = 0, line_total = 300 where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_lines',
    what: 'an order without lines',
    statements: ['delete from app.order_items where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_payments',
    what: 'a payment made larger',
    statements: ['update app.payments set amount = 101 where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_payments',
    what: 'a payment removed',
    statements: ['delete from app.payments where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_coupon_counts',
    what: 'a coupon that counts a use too many',
    statements: ['update app.coupons set used_count = 2 where id = :coupon'],
    object: /^coupon TEN/,
  },
  {
    check: 'check_coupon_orders',
    what: 'an order whose redemption is gone',
    statements: ['delete from app.coupon_redemptions where order_id = :order'],
    object: /^order ORD-/,
  },
];
