import { z } from 'zod';
import { adjustmentFields, adjustmentRules } from '../inventory.ts';
import { money, oneVariant, quantity, reason, sku, stockCount, uuid } from '../schemas.ts';
import { flag, remark, type StaffInput, which } from './types.ts';

const permission = 'inventory.manage';

/** Lines of a document of the stock, each of one variant. `input` is their name in GraphQL. */
const linesOf = <Fields extends z.core.$ZodLooseShape>(input: string, description: string, fields: Fields) =>
  z
    .array(
      z
        .strictObject({
          variant_id: uuid.optional().describe('The variant.'),
          sku: sku.optional().describe('The SKU, where `variant_id` is not given.'),
          ...fields,
        })
        .meta({ input, description })
        .check(oneVariant),
    )
    .min(1)
    .max(1000);

const units = quantity.describe('How many units.');
const cost = money.describe('Cost of one unit.');
const goods = (unit_cost: z.ZodType) =>
  linesOf('GoodsLine', 'Goods of one variant, and what one unit costs.', { quantity: units, unit_cost });
const moved = linesOf('MovedLine', 'Goods of one variant.', { quantity: units });
const counted = linesOf('CountedLine', 'The counted stock of one variant.', {
  counted: stockCount.describe('How many units were counted.'),
});

const supplier_document = remark(100).describe("The number of the supplier's document.");
const note = remark().describe('A remark.');

const newPurchase = z.strictObject({
  location_id: which('location'),
  lines: goods(cost).describe('The goods.'),
  supplier_name: remark(200).describe('Who sells the goods.'),
  supplier_document,
  note,
});

export const stockInputs = {
  set_bin: {
    permission,
    input: z.strictObject({
      variant_id: which('variant'),
      location_id: which('location'),
      bin: remark(50).describe('Where it lies there, such as A-03.'),
    }),
    takes: 'arguments',
  },
  adjust_stock: { permission, input: z.strictObject(adjustmentFields).check(...adjustmentRules), takes: 'body' },
  create_purchase: { permission, input: newPurchase, takes: 'body' },
  receive_goods: { permission, input: newPurchase, takes: 'body' },
  receive_purchase: {
    permission,
    input: z.strictObject({
      purchase_id: which('purchase'),
      lines: goods(cost.optional()).optional().describe('What came; left out: all that is missing.'),
      supplier_document,
      note,
      accept_excess: flag.describe('True takes in more than was expected.'),
    }),
    takes: 'body',
  },
  correct_goods_receipt: {
    permission,
    input: z.strictObject({
      receipt_id: which('goods receipt'),
      reason: reason.describe('Why.'),
      lines: moved.optional().describe('What goes back; left out: all of it.'),
    }),
    takes: 'body',
  },
  transfer_stock: {
    permission,
    input: z.strictObject({
      from_location_id: uuid.describe('Where the goods are.'),
      to_location_id: uuid.describe('Where they go.'),
      lines: moved.describe('The goods.'),
      reason: remark().describe('Why.'),
    }),
    takes: 'body',
  },
  start_stock_count: {
    permission,
    input: z.strictObject({ location_id: which('location'), reason }),
    takes: 'arguments',
  },
  save_stock_count_lines: {
    permission,
    input: z.strictObject({ count_id: which('stock count'), lines: counted.describe('What was counted.') }),
    takes: 'body',
  },
  recount: {
    permission,
    input: z.strictObject({
      location_id: which('location'),
      lines: counted.describe('What was counted.'),
      reason: reason.describe('Why.'),
    }),
    takes: 'body',
  },
} satisfies Record<string, StaffInput>;
