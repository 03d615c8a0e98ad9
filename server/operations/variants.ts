import { z } from 'zod';
import { dimensions, id, moneyText, narrowingStoreId, oneOf, timestamp } from './schemas.ts';
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
    discount_price: moneyText.nullable().describe('The price it sells at while set; below `price`.'),
    weight: z.string().nullable().describe('In kilograms.'),
    dimensions: dimensions.nullable(),
    low_stock_threshold: z.int(),
    status: oneOf('active', 'inactive'),
    image: z.object({ id, url: z.string() }).nullable(),
    options: z.array(z.object({ attribute_id: id, attribute: z.string(), value_id: id, value: z.string() })),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Variant' })
  .describe('The sellable unit of a product: SKU, price and options. Its cost is never shown.');

export const variantOperations = {
  get_variant: {
    method: 'GET',
    path: '/variants/{identifier}',
    scopes: ['products:read'],
    summary: 'Read a variant',
    description: 'One variant by its id, SKU or barcode. A company key names the store when several sell the same SKU.',
    input: z.strictObject({
      identifier: z.string().min(1).max(100).describe('Id, SKU or barcode, URL-encoded.'),
      store_id: narrowingStoreId.optional(),
    }),
    output: variant,
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: { title: 'Find a variant', hints: { destructive: false, idempotent: true, openWorld: false } },
  },
} satisfies Record<string, Operation>;
