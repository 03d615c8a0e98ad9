import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import {
  id,
  instant,
  isGiven,
  list,
  money,
  mostUnits,
  oneOf,
  oneVariant,
  pageOf,
  reason,
  rule,
  sku,
  stockCount,
  storeId,
  timestamp,
  updatedAfter,
  uuid,
} from './schemas.ts';
import type { Operation } from './types.ts';

export const inventoryLevel = z
  .object({
    id: id.nullable().describe('Null for a variant that never had stock here (`missing_only`).'),
    store_id: id,
    location_id: id,
    variant_id: id,
    sku: z.string(),
    on_hand: z.int(),
    reserved: z.int().describe('Held for open orders.'),
    available: z.int().describe('`on_hand` minus `reserved`: the quantity that can be sold.'),
    low_stock_threshold: z.int(),
    is_low_stock: z.boolean().describe('At or below the threshold.'),
    status: oneOf('in_stock', 'low_stock', 'out_of_stock', 'stock_not_set'),
    location: z.object({ id, name: z.string(), code: z.string() }),
    variant: z.object({
      id,
      sku: z.string(),
      barcode: z.string().nullable(),
      name: z.string(),
      product_id: id,
      product_name: z.string(),
    }),
    bin: z.string().nullable().describe('Where it lies there, in words of the store; set in the admin.'),
    created_at: timestamp.nullable(),
    updated_at: timestamp.nullable(),
  })
  .describe('The stock of a variant at a location.')
  .meta({ id: 'InventoryLevel' });

export const stockMovement = z
  .object({
    id,
    store_id: id,
    location_id: id,
    variant_id: id,
    sku: z.string(),
    sequence: z.int().describe('1, 2, 3 … for each variant and location, without gaps.'),
    type: oneOf('purchase', 'return', 'adjustment', 'damage', 'reservation', 'release', 'sale', 'return_receipt'),
    quantity_change: z.int().describe('Change of `on_hand`.'),
    reserved_change: z.int(),
    on_hand_after: z.int(),
    reserved_after: z.int(),
    reason: z.string().nullable(),
    reference: z
      .object({ type: oneOf('order', 'adjustment', 'return'), id: id.nullable(), number: z.string().nullable() })
      .nullable(),
    actor: z.object({ type: oneOf('api_key', 'staff', 'system'), id: id.nullable(), name: z.string() }),
    request_id: z.string().nullable(),
    created_at: timestamp,
  })
  .describe('A row of the stock ledger. A correction is a new row.')
  .meta({ id: 'StockMovement' });

export const adjustmentFields = {
  location_id: uuid.describe('Location of the stock.'),
  variant_id: uuid.optional().describe('One of `variant_id` and `sku` is required.'),
  sku: sku.optional().describe('Unique within the store; ignored when `variant_id` is given.'),
  quantity_change: z
    .int()
    .min(-mostUnits)
    .max(mostUnits)
    .refine((change) => change !== 0, saying('stockNoChange'))
    .meta({ not: { const: 0 } })
    .optional()
    .describe('Signed change of the quantity on hand, not 0. Give this or `set_on_hand`.'),
  set_on_hand: stockCount
    .optional()
    .describe(
      'The new quantity; the change is computed under a lock. If the stock has it already, the call succeeds and changes nothing.',
    ),
  expected_on_hand: stockCount
    .optional()
    .describe('If the actual quantity differs, nothing changes: 409, with the actual quantity in `fields`.'),
  type: z
    .enum(['purchase', 'return', 'adjustment', 'damage'])
    .optional()
    .meta({ default: 'adjustment' })
    .describe('`damage` must remove stock; `return` can only add it.'),
  reason: reason.describe('The reason; stored in the ledger entry.'),
  unit_cost: money
    .optional()
    .describe('Cost of one unit: required for `purchase`, where it moves the average; not allowed otherwise.'),
  low_stock_threshold: stockCount.optional().describe('Also sets the threshold of the variant.'),
};

/** What the fields of an adjustment must be together. */
export const adjustmentRules = [
  oneVariant,
  rule('quantity_change', 'stockNoChange.either', (a) => isGiven(a.quantity_change) !== isGiven(a.set_on_hand)),
  rule('quantity_change', 'stockAddOnly.negative', (a) => a.type !== 'damage' || !(a.quantity_change > 0)),
  rule('quantity_change', 'stockAddOnly.positive', (a) => a.type !== 'return' || !(a.quantity_change < 0)),
  rule('unit_cost', 'unitCost.needed', (a) => a.type !== 'purchase' || isGiven(a.unit_cost)),
  rule('unit_cost', 'unitCost', (a) => a.type === 'purchase' || !isGiven(a.unit_cost)),
];

const adjustment = z.strictObject({ store_id: storeId.optional(), ...adjustmentFields }).check(...adjustmentRules);

const adjustmentBatch = z.strictObject({
  store_id: storeId.optional(),
  lines: z
    .array(z.strictObject(adjustmentFields).check(...adjustmentRules))
    .min(1)
    .max(500)
    .describe('Up to 500 adjustments, each variant and location once.'),
});

const levelFilters = pageOf({
  warehouse_id: uuid.optional().describe('Levels at this location.'),
  variant_id: uuid.optional().describe('Levels of this variant.'),
  sku: sku.optional().describe('Levels of the variant with this SKU.'),
  updated_after: updatedAfter.optional(),
  low_stock: z.boolean().optional().describe('True: at or below the threshold; false: above it.'),
  missing_only: z
    .boolean()
    .optional()
    .describe('Variants without a level at `warehouse_id` (required then), without archived products.'),
}).check(
  rule('warehouse_id', 'required.missingOnly', (q) => q.missing_only !== true || isGiven(q.warehouse_id)),
  rule('low_stock', 'notTogether', (q) => q.missing_only !== true || q.low_stock === undefined, {
    other: 'missing_only',
  }),
  rule('updated_after', 'notTogether', (q) => q.missing_only !== true || !isGiven(q.updated_after), {
    other: 'missing_only',
  }),
);

const movementFilters = pageOf({
  variant_id: uuid.optional().describe('Movements of this variant.'),
  sku: sku.optional().describe('Movements of the variant with this SKU.'),
  location_id: uuid.optional().describe('Movements at this location.'),
  warehouse_id: uuid.optional().describe('Another name for `location_id`.'),
  type: z
    .enum(['purchase', 'return', 'adjustment', 'damage', 'reservation', 'release', 'sale', 'return_receipt'])
    .optional()
    .describe('Only movements of this type.'),
  order_id: uuid.optional().describe('Movements that this order and its returns caused.'),
  created_after: instant.optional().describe('Inclusive lower bound.'),
  created_before: instant.optional().describe('Exclusive upper bound.'),
}).check(
  rule(
    'warehouse_id',
    'sameAs.location',
    (q) => q.warehouse_id === undefined || q.location_id === undefined || q.warehouse_id === q.location_id,
  ),
);

export const inventoryOperations = {
  create_inventory_adjustment: {
    method: 'POST',
    path: '/inventory/adjustments',
    scopes: ['inventory:write'],
    summary: 'Adjust stock',
    description:
      'Changes the quantity on hand of one variant at one location, with an entry in the ledger. It cannot go below zero or below the reserved quantity. A decrease of type `adjustment` or `damage` is booked as a loss at the current average cost. Returns the adjusted level.',
    input: adjustment,
    output: inventoryLevel,
    status: 201,
    idempotency: 'required',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      name: 'adjust_inventory',
      title: 'Adjust stock',
      description:
        'Corrects the quantity on hand of one variant at one location, in units: a count (`set_on_hand`), a delivery (`type` `purchase` with `unit_cost`), damage. Do not use it for orders: they reserve and release stock themselves. Pass the quantity you last read as `expected_on_hand`; CONFLICT then gives the actual one: ask before you overwrite it. Stock cannot go below zero or what is reserved.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
  create_inventory_adjustments: {
    method: 'POST',
    path: '/inventory/adjustments/batch',
    scopes: ['inventory:write'],
    summary: 'Adjust stock in a batch',
    description:
      'Up to 500 adjustments in one call, by the rules of a single one: all of them happen, or none. For stock counts, receipts and the sync of a POS. The answer has the levels in the order of the lines. A refusal names every line that is wrong, as `lines.17.sku`. Each variant and location may be given once: what belongs together is added up first, so that no line depends on the order of others. It counts as one write for every 10 lines begun, and as 30 at most; as the line of a job it counts as its lines.',
    input: adjustmentBatch,
    output: z.object({ data: z.array(inventoryLevel) }),
    status: 201,
    idempotency: 'required',
    cost: 1,
    costByLine: { list: 'lines', linesPerWrite: 10, atMost: 30 },
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: null,
  },
  list_inventory_levels: {
    method: 'GET',
    path: '/inventory/levels',
    scopes: ['inventory:read'],
    summary: 'List inventory levels',
    description:
      'Stock per variant and location, newest level first. With `missing_only`, the variants that never had stock at a location.',
    input: levelFilters,
    output: list(inventoryLevel),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List inventory levels',
      description:
        'Stock in units for each variant and location. `available` can be sold, not `on_hand`. `low_stock` finds what to buy again, `missing_only` what never had stock.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_inventory_movements: {
    method: 'GET',
    path: '/inventory/movements',
    scopes: ['inventory:read'],
    summary: 'List stock movements',
    description: 'The append-only stock ledger, newest first: what changed, why, by whom, and the quantity after it.',
    input: movementFilters,
    output: list(stockMovement),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List stock movements',
      description:
        'The stock ledger, newest first: what changed, why, by whom, and the quantity after it. Use it to explain a quantity.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;
