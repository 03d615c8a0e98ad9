// Corruptions of what is derived: columns that follow from other rows, which the audit works out anew.
import type { Corruption } from './index.ts';

export const derivedCorruptions: Corruption[] = [
  {
    check: 'check_product_search',
    what: 'a product that its SKU does not find',
    statements: [`update app.products set search_text = lower(name) where id = :product`],
    object: /^product /,
  },
  {
    check: 'check_product_images',
    what: 'a product that says it has an image',
    statements: ['update app.products set has_image = not has_image where id = :product'],
    object: /^product /,
  },
  {
    check: 'check_product_categories',
    what: 'a product that its category lists as archived',
    statements: [
      `insert into app.product_categories (company_id, store_id, product_id, category_id, product_status)
       select c.company_id, c.store_id, :product, c.id, 'archived' from app.categories c where c.store_id = :store limit 1
       on conflict (product_id, category_id) do update set product_status = excluded.product_status`,
    ],
    object: /^product .* in category /,
  },
  {
    check: 'check_missing_levels',
    what: 'a variant with stock that its location is said to miss',
    statements: [
      `insert into app.missing_levels
       select l.company_id, l.store_id, l.location_id, false, v.created_at, v.id
       from app.inventory_levels l join app.variants v on v.id = l.variant_id where v.id = :variant`,
    ],
    object: /^variant .* at location /,
  },
  {
    check: 'check_missing_levels',
    what: 'a variant that a location misses and no list shows',
    statements: ['delete from app.inventory_levels where variant_id = :variant'],
    object: /^variant .* at location /,
  },
  {
    check: 'check_product_documents',
    what: 'a stored document with another name than its product',
    statements: [
      `update app.product_documents set document = replace(document::text, '"name":"', '"name":"Not ')::json
       where product_id = :product`,
    ],
    object: /^product /,
  },
  {
    check: 'check_product_documents',
    what: 'a price changed behind the stored document',
    statements: ['update app.variants set price = price + 1 where id = :variant'],
    object: /^product /,
  },
  {
    check: 'check_option_keys',
    what: 'a key of options that the variant does not have',
    statements: [`update app.variants set option_key = id::text where id = :variant`],
    object: /^variant OURS/,
  },
  {
    check: 'check_order_returns',
    what: 'goods called returned that no return brought',
    statements: ['update app.order_items set delivered_quantity = 1, returned_quantity = 1 where order_id = :order'],
    object: /^line 0 of order ORD-/,
  },
  ...['returned_amount', 'held_by_courier_amount', 'waived_amount', 'to_refund_amount', 'retained_amount'].map(
    (amount): Corruption => ({
      check: 'check_order_amounts',
      what: `a ${amount} that nothing explains`,
      statements: [`update app.orders set ${amount} = 1 where id = :order`],
      object: /^order ORD-/,
    }),
  ),
  {
    check: 'check_order_dates',
    what: 'an order on another day than its number says',
    statements: ['update app.orders set store_date = store_date - 1 where id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_dates',
    what: 'a delivery of nothing',
    statements: ['update app.orders set delivered_at = now() where id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_dates',
    what: 'a time of cancelling on a live order',
    statements: ['update app.orders set cancelled_at = now() where id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_order_dates',
    what: 'a refund after a delivery that never was',
    statements: ["update app.payments set kind = 'refund', is_after_delivery = true where order_id = :order"],
    object: /^refund .* of order ORD-/,
  },
  {
    check: 'check_coupon_orders',
    what: 'a use given back by an order that is not cancelled',
    statements: ['update app.coupon_redemptions set given_back_at = now() where order_id = :order'],
    object: /^order ORD-/,
  },
  {
    check: 'check_coupon_orders',
    what: 'an order that shows another discount than it gives',
    statements: [`update app.orders set coupon = jsonb_set(coupon, '{discount_amount}', '"1.00"') where id = :order`],
    object: /^order ORD-/,
  },
  {
    check: 'check_variant_costs',
    what: 'an average that its last purchase did not leave',
    statements: ['update app.variant_costs set average_cost = average_cost + 1 where variant_id = :variant'],
    object: /^variant OURS/,
  },
  ...['product', 'customer', 'category', 'brand'].map(
    (kind): Corruption => ({
      check: 'check_record_events',
      what: `a change of a ${kind} that sent no event`,
      statements: [
        kind === 'product'
          ? `update app.products set updated_at = now() + interval '1 hour' where id = :product`
          : `update app.${kind === 'category' ? 'categories' : `${kind}s`} set updated_at = now() + interval '1 hour' where store_id = :store`,
      ],
      object: new RegExp(`^${kind} `),
    }),
  ),
  {
    check: 'check_webhook_counts',
    what: 'an attempt in the log that its delivery and its endpoint do not count',
    statements: [
      `insert into app.webhook_attempts (company_id, store_id, endpoint_id, delivery_id, attempt, outcome)
       values (:company, :store, :store, :order, 1, 'delivered')`,
    ],
    object: /^(delivery|endpoint) /,
  },
  {
    check: 'check_video_starts',
    what: 'more videos than were started',
    statements: ['update app.video_starts set starts = 1 where store_id = :store'],
    object: /^videos started by key /,
  },
];
