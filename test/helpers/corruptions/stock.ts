// Corruptions of the stock ledger and its levels.
import type { Corruption } from './index.ts';

export const stockCorruptions: Corruption[] = [
  {
    check: 'check_level_sums',
    what: 'a level that is not the sum of its movements',
    statements: ['update app.inventory_levels set on_hand = on_hand + 1 where variant_id = :variant'],
    object: /^level of variant/,
  },
  {
    check: 'check_level_sums',
    what: 'the newest movement removed',
    statements: ['delete from app.stock_movements where variant_id = :variant and sequence = 2'],
    object: /^level of variant/,
  },
  {
    check: 'check_level_sums',
    what: 'a level removed from under its movements',
    statements: ['delete from app.inventory_levels where variant_id = :variant'],
    object: /^level of variant/,
  },
  {
    check: 'check_movement_chain',
    what: 'a hole in the sequence',
    statements: ['delete from app.stock_movements where variant_id = :variant and sequence = 1'],
    object: /OURS, sequence 2/,
  },
  {
    check: 'check_movement_chain',
    what: 'a value that does not follow from the one before',
    statements: ['update app.stock_movements set on_hand_after = 99 where variant_id = :variant and sequence = 2'],
    object: /OURS, sequence 2/,
  },
  {
    check: 'check_level_bounds',
    what: 'more reserved than on hand',
    statements: [
      'alter table app.inventory_levels drop constraint inventory_levels_reserved_within_on_hand',
      'update app.inventory_levels set reserved = 101 where variant_id = :variant',
    ],
    object: /^level of variant/,
  },
  {
    check: 'check_reserved',
    what: 'goods released without the level knowing',
    statements: ['update app.order_items set released_quantity = 1 where order_id = :order'],
    object: /^level of variant/,
  },
  {
    check: 'check_order_stock',
    what: 'a sale that no order line knows',
    statements: [
      `update app.stock_movements set quantity_change = -1 where variant_id = :variant and reference_id = :order`,
    ],
    object: /^variant .* at location/,
  },
  {
    check: 'check_movement_references',
    what: 'a movement that names another order number',
    statements: [`update app.stock_movements set reference_number = 'ORD-20200101-1' where reference_id = :order`],
    object: /OURS, sequence 2/,
  },
  {
    check: 'check_variant_costs',
    what: 'a variant without a cost',
    statements: ['delete from app.variant_costs where variant_id = :variant'],
    object: /^variant OURS/,
  },
  {
    check: 'check_seals',
    what: 'a sealed row rewritten',
    statements: [
      `update app.stock_movements set reason = 'nothing happened' where variant_id = :variant and sequence = 1`,
    ],
    object: /^seal 1, variant .* sequence 1$/,
  },
];
