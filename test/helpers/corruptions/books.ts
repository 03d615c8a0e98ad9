// Corruptions of amounts and quantities that another row tells as well. The order :sold was kept in part, paid out and
// returned in part.
import type { Corruption } from './index.ts';

/** Changes a column of the order, with the constraints in its way taken down. */
const ofOrder = (column: string, check: string, value = `${column} + 1`): Corruption => ({
  check,
  what: `another ${column} of a sold order`,
  statements: [
    'alter table app.orders drop constraint orders_total_adds_up',
    'alter table app.orders drop constraint orders_paid_amount_is_what_came_less_what_went',
    `update app.orders set ${column} = ${value} where id = :sold`,
  ],
  object: /^order ORD-/,
});

/** Changes a column of the order's line, with the constraints in its way taken down. */
const ofLine = (column: string, check: string, object: RegExp): Corruption => ({
  check,
  what: `another ${column} of a sold line`,
  statements: [
    ...['line_total_adds_up', 'returned_within_delivered', 'delivered_within_quantity', 'released_within_quantity'].map(
      (name) => `alter table app.order_items drop constraint order_items_${name}`,
    ),
    `update app.order_items set ${column} = ${column} + 1 where order_id = :sold`,
  ],
  object,
});

const ofParcel = (what: string, set: string, check = 'check_parcel_cash'): Corruption => ({
  check,
  what,
  statements: [`update app.parcels set ${set} where order_id = :sold`],
  object: /^parcel .* of order ORD-/,
});

export const booksCorruptions: Corruption[] = [
  ofOrder('subtotal', 'check_order_lines'),
  ofOrder('discount_amount', 'check_order_lines'),
  ofOrder('shipping_charge', 'check_order_totals'),
  ofOrder('tax_amount', 'check_order_totals'),
  ofOrder('received_amount', 'check_order_payments'),
  ofOrder('refunded_amount', 'check_order_payments'),
  ofOrder('paid_amount', 'check_order_totals'),
  ofOrder('due_amount', 'check_order_totals'),
  ofOrder('held_by_courier_amount', 'check_order_amounts'),
  ofOrder('to_refund_amount', 'check_order_totals'),
  ofOrder('with_courier_quantity', 'check_order_parcels'),
  ofOrder('coming_back_quantity', 'check_order_parcels'),
  ofOrder('returned_amount', 'check_order_amounts'),
  ofOrder('waived_amount', 'check_order_amounts'),
  ofOrder('fulfillment_status', 'check_order_status', `'fulfilled'`),
  ofOrder('payment_status', 'check_order_amounts', `'refunded'`),
  {
    ...ofOrder('delivered_at', 'check_sales_rollups', `delivered_at - interval '40 days'`),
    object: /^sales of /,
  },
  ...['orders', 'total_amount', 'owing_orders', 'due_amount'].map(
    (column): Corruption => ({
      check: 'check_order_counts',
      what: `other ${column} of a status`,
      statements: [
        `insert into app.order_counts select company_id, store_id, 'spam', 0, 0, 0, 0 from app.orders where id = :order
         on conflict (company_id, store_id, status) do update set status = excluded.status`,
        `update app.order_counts set ${column} = ${column} + 1 where status = 'spam' and store_id = (select store_id from app.orders where id = :order)`,
      ],
      object: /^orders of status spam$/,
    }),
  ),
  {
    check: 'check_product_counts',
    what: 'another count of the products of a store',
    statements: [
      `insert into app.product_counts (id, company_id, store_id, products) overriding system value
       select 0, company_id, store_id, 90 from app.orders where id = :order
       on conflict (company_id, store_id, id) do update set products = excluded.products`,
    ],
    object: /^products of store /,
  },
  ofParcel('work that there is not', `work = 'to_hand_over'`, 'check_order_parcels'),
  ofParcel('more held', 'held_amount = held_amount + 1'),
  ofParcel('more written off', 'written_off_amount = written_off_amount + 1'),
  ofParcel('a charge that was not made', 'charged_amount = charged_amount + 1'),
  ofLine('quantity', 'check_order_lines', /^order ORD-/),
  ofLine('unit_price', 'check_order_lines', /^order ORD-/),
  ofLine('discount_amount', 'check_order_lines', /^order ORD-/),
  ofLine('line_total', 'check_order_lines', /^order ORD-/),
  ofLine('delivered_quantity', 'check_reserved', /^level of variant/),
  ofLine('returned_quantity', 'check_order_returns', /^line 0 of order ORD-/),
  ofLine('released_quantity', 'check_reserved', /^level of variant/),
  ofLine('damaged_quantity', 'check_order_stock', /^variant .* at location/),
  ofLine('unit_cost', 'check_line_costs', /^line 0 of order ORD-/),
  {
    check: 'check_line_costs',
    what: 'a cost of what was not sold yet',
    statements: ['update app.order_items set unit_cost = 1 where order_id = :order'],
    object: /^line 0 of order ORD-/,
  },
  {
    check: 'check_variant_costs',
    what: 'an average that nothing made, of goods that were never bought',
    statements: ['update app.variant_costs set average_cost = average_cost + 1 where variant_id = :found_variant'],
    object: /^variant FOUND/,
  },
  ofParcel('more to collect', 'cod_amount = cod_amount + 1'),
  ofParcel('more collected', 'collected_amount = collected_amount + 1'),
  ofParcel('nothing stated', 'collected_amount = null'),
  ofParcel('a payout that was not made', 'payout_at = null'),
  ofParcel('a payout at another time', `payout_at = payout_at - interval '1 day'`),
  ofParcel('a delivery that was not made', 'delivered_at = null', 'check_parcel_times'),
  ofParcel('a status without its time', `status = 'received'`, 'check_parcel_times'),
  ofParcel('more collected than was asked for', 'collected_amount = cod_amount + 1', 'check_parcel_times'),
  {
    check: 'check_parcel_cash',
    what: 'a payout of no parcel',
    statements: [
      `update app.payments set parcel_id = null, charged_amount = 0 where order_id = :sold and source = 'courier'`,
    ],
    object: /^parcel .* of order ORD-/,
  },
  ...(
    [
      ['a charge of a payout that it does not count', 'check_payouts', /^payout /, `'other', 5, 'Nothing', null`],
      ['a charge that takes back another', 'check_courier_charges', /^charge /, `'other', -5, 'Nothing', id`],
    ] as const
  ).map(
    ([what, check, object, values]): Corruption => ({
      check,
      what,
      statements: [
        `insert into app.courier_charges (company_id, store_id, payout_id, kind, amount, note, reverses_id, created_at)
         select company_id, store_id, payout_id, ${values}, now() from app.courier_charges where store_id = :store limit 1`,
      ],
      object,
    }),
  ),
  ...(
    [
      ['of another amount', 'amount = amount + 1', 'check_payouts', /^payout /],
      ['of no parcel', `parcel_id = null, payment_id = null, note = 'x'`, 'check_courier_charges', /^payment /],
      ['of no payout', 'payout_id = null', 'check_courier_charges', /^charge /],
      ['of the parcel of another payment', 'parcel_id = uuidv7()', 'check_orphans', /./],
    ] as const
  ).map(
    ([what, set, check, object]): Corruption => ({
      check,
      what: `a charge ${what}`,
      statements: [`update app.courier_charges set ${set} where store_id = :store`],
      object,
    }),
  ),
  {
    check: 'check_courier_charges',
    what: 'a charge that was taken out',
    statements: ['delete from app.courier_charges where store_id = :store'],
    object: /^payment /,
  },
  {
    check: 'check_courier_charges',
    what: 'a charge in the payout of another courier',
    statements: ['update app.payouts set courier_id = null where store_id = :store'],
    object: /^charge /,
  },
  {
    check: 'check_order_payments',
    what: 'a payment voided by hand',
    statements: [`update app.payments set status = 'voided' where order_id = :sold and source = 'courier'`],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_payments',
    what: 'a payment of another order',
    statements: [`update app.payments set order_id = :order where order_id = :sold and source = 'courier'`],
    object: /^order ORD-/,
  },
  {
    check: 'check_sales_rollups',
    what: 'a payment settled on another day',
    statements: [`update app.payments set settled_at = settled_at - interval '40 days' where order_id = :sold`],
    object: /^sales of /,
  },
  ...[
    ['asked for', 'quantity = quantity + 1'],
    ['sellable', 'sellable_quantity = 0'],
    ['damaged', 'sellable_quantity = 0, damaged_quantity = sellable_quantity'],
  ].map(
    ([what, set]): Corruption => ({
      check: 'check_return_lines',
      what: `another quantity ${what} of a return`,
      statements: [`update app.return_lines set ${set} where return_id = :return`],
      object: /^return RET-/,
    }),
  ),
  {
    check: 'check_return_lines',
    what: 'a line taken out of a return',
    statements: ['delete from app.return_lines where return_id = :return'],
    object: /^return RET-.*, line /,
  },
  {
    check: 'check_order_returns',
    what: 'a received return that is called open',
    statements: [`update app.returns set status = 'requested' where id = :return`],
    object: /^line 0 of order ORD-/,
  },
  ...['reserved', 'last_sequence'].map(
    (column): Corruption => ({
      check: 'check_level_sums',
      what: `another ${column} of a level`,
      statements: [`update app.inventory_levels set ${column} = ${column} + 1 where variant_id = :variant`],
      object: /^level of variant/,
    }),
  ),
  {
    check: 'check_sales_rollups',
    what: 'sales of a product that was not bought',
    statements: [
      `insert into app.sales_changes (company_id, store_id, day, channel_id, variant_id, net_sales, units_sold, units_returned)
       select company_id, store_id, store_date, channel_id, :variant, 10, 1, 0 from app.orders where id = :order`,
    ],
    object: /^sales of variant /,
  },
];
