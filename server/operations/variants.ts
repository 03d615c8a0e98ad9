import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import {
  dimensions,
  id,
  money,
  moneyText,
  name,
  narrowingStoreId,
  oneOf,
  rule,
  sku,
  stockCount,
  storeId,
  timestamp,
  uuid,
} from './schemas.ts';
import type { Operation } from './types.ts';

export const variant = z
  .object({
    id,
    store_id: id,
    product_id: id,
    sku: z.string().describe('Unique within the store.'),
    barcode: z.string().nullable(),
    name: z.string(),
    price: moneyText,
    discount_price: moneyText.nullable().describe('The selling price while it is set; below `price`.'),
    weight: z.string().nullable().describe('In kilograms.'),
    dimensions: z.object(dimensions.shape).nullable(),
    low_stock_threshold: z.int(),
    status: oneOf('active', 'inactive'),
    image: z.object({ id, url: z.string() }).nullable(),
    options: z.array(z.object({ attribute_id: id, attribute: z.string(), value_id: id, value: z.string() })),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('The unit of a product that is sold: SKU, price and options.')
  .meta({ id: 'Variant' });

const weightProblem = saying('weight');

/** What can be said of a variant whenever it is written. */
export const variantFields = {
  sku: sku.describe('Unique within the store; a duplicate is 409.'),
  barcode: z.string().trim().min(1).max(100).nullish(),
  name,
  price: money,
  discount_price: money.nullish().describe('Strictly below `price`; 0 means none.'),
  cost_price: money.optional().describe('Write-only. Absent: 0 for a new variant, unchanged otherwise.'),
  weight: z
    .union(
      [
        z
          .number()
          .min(0)
          .max(999_999_999)
          .refine((weight) => Number(weight.toFixed(3)) === weight, weightProblem)
          .meta({ multipleOf: 0.001 }),
        z.string().regex(/^\d{1,9}(\.\d{1,3})?$/, weightProblem),
      ],
      { error: weightProblem },
    )
    .nullish()
    .describe('In kilograms.'),
  dimensions: dimensions.nullish(),
  low_stock_threshold: stockCount.optional(),
  status: z.enum(['active', 'inactive']).optional(),
};

export const discountBelowPrice = rule(
  'discount_price',
  'salePrice',
  (v) => !(typeof v.discount_price === 'number' && v.discount_price >= v.price),
);

const identifier = z
  .string()
  .min(1)
  .max(100)
  .describe('Id, SKU or barcode, URL-encoded. When several variants have it, 409 names their ids.');

export const variantOperations = {
  get_variant: {
    method: 'GET',
    path: '/variants/{identifier}',
    scopes: ['products:read'],
    summary: 'Read a variant',
    description:
      'One variant by its id, SKU or barcode. With a company key, give `store_id` when several stores have the same SKU.',
    input: z.strictObject({
      identifier,
      store_id: narrowingStoreId.optional(),
    }),
    output: variant,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Find a variant',
      description:
        'One variant by its id, SKU or barcode: price, options, product. CONFLICT: several variants have it; use an id, or with a company key `store_id` when they are in different stores.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  update_variant: {
    method: 'PATCH',
    path: '/variants/{identifier}',
    scopes: ['products:write'],
    summary: 'Update a variant',
    description:
      'Changes the fields that are sent; null clears. The options of a variant cannot change. Prices of past orders do not change.',
    input: z
      .strictObject({
        identifier,
        store_id: storeId.optional(),
        ...variantFields,
        sku: variantFields.sku.optional(),
        name: name.optional(),
        price: money.optional(),
        image_id: uuid.nullish().describe('An image of the product; null shows none.'),
      })
      .check(discountBelowPrice),
    output: variant,
    status: 200,
    writes: 'variant',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    // update_product does it, by the id of the variant: 40 tools are enough.
    tool: null,
  },
} satisfies Record<string, Operation>;
