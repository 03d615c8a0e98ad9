import { z } from 'zod';
import { id, isGiven, moneyText, oneOf, rule, storeId, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

// ---------------------------------------------------------------- inputs

const firstDayEver = '1970-01-01';
const largestWindow = 366;

const calendarDay = z.iso
  .date('must be a calendar day, as 2026-08-31')
  .refine((day) => day >= firstDayEver, `must not be before ${firstDayEver}`);

const daysBetween = (from: unknown, to: unknown) => (Date.parse(`${to}`) - Date.parse(`${from}`)) / 86_400_000;

const window = {
  store_id: storeId.optional(),
  period: z
    .enum(['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'])
    .optional()
    .describe(
      "Resolved on the store's calendar; `last_7_days` and `last_30_days` end today, `this_month` runs from the first to today. Not with `from` or `to`.",
    ),
  from: calendarDay
    .optional()
    .describe("First day, on the store's calendar, from 1970-01-01 on; the first of the current month when absent."),
  to: calendarDay.optional().describe('Last day, inclusive; today when absent. The window holds at most 366 days.'),
};

// What stands against today (a bound left out) is for SQL to refuse: it knows the store's calendar.
const windowRules = [
  rule(
    'period',
    'cannot be combined with from or to',
    (q) => !isGiven(q.period) || !(isGiven(q.from) || isGiven(q.to)),
  ),
  rule('from', 'must not be after to', (q) => !(daysBetween(q.from, q.to) < 0)),
  rule('to', `the window may hold at most ${largestWindow} days`, (q) => !(daysBetween(q.from, q.to) >= largestWindow)),
] as const;

// ---------------------------------------------------------------- outputs

const day = z.iso.date();

// Refunds of a window may exceed its payments.
const signedMoneyText = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ examples: ['1250.00', '-80.00'] });

const figures = {
  from: day,
  to: day,
  orders: z.int().describe('Orders delivered in the window, whatever became of them later.'),
  gross_sales: moneyText.describe('Their subtotals: quantity × selling price of every line, before discounts.'),
  net_sales: moneyText.describe(
    '`gross_sales` − discounts − goods that came back. Goods came back when the customer refused them at the door or a return was received; they count on the day of the delivery, at `line_total` × units ÷ quantity, rounded to two decimals for each line. So it is the value of the units delivered and kept: the sum of `revenue` over all products.',
  ),
  net_revenue: moneyText.describe('`net_sales` + the shipping charged on these orders; tax is left out.'),
  average_order_value: moneyText.describe('`net_sales` ÷ `orders`; "0.00" for no orders.'),
  money_received: signedMoneyText
    .nullable()
    .describe(
      'Payments settled in the window − refunds settled in it; voided ones never count, money from orders cancelled or returned later does. Null with a channel filter.',
    ),
};

const owed = z.object({ orders: z.int(), amount: moneyText });

export const salesSummary = z
  .object({
    ...figures,
    store_id: id,
    time_zone: z.string().describe("The store's: days begin and end by it, daylight saving included."),
    channel: z.string().nullable(),
    basis: z.object({
      sales: oneOf('delivered'),
      money_received: oneOf('settled'),
      cod_outstanding: oneOf('as_of_today'),
    }),
    cod_outstanding: z
      .object({
        as_of: timestamp,
        amount: moneyText.describe('Sum of `due_amount` over live orders.'),
        orders: z.int(),
        not_shipped: owed.describe('Not with a courier yet.'),
        with_courier: owed.describe('In transit, or a delivery failed.'),
        delivered_unpaid: owed.describe("Delivered; the money, or the courier's payout of it, is not recorded."),
      })
      .nullable()
      .describe('What is still owed on live orders, whatever the window; null with a channel filter.'),
    previous_period: z
      .object(figures)
      .optional()
      .describe('With `compare=previous_period`: the same number of days right before.'),
  })
  .meta({ id: 'SalesSummary' });

export const topProducts = z
  .object({
    store_id: id,
    from: day,
    to: day,
    time_zone: z.string(),
    basis: z.object({ revenue: oneOf('delivered_kept') }),
    data: z.array(
      z.object({
        product_id: id,
        variant_id: id,
        product_name: z.string().describe('As it is called today, as are the variant and the SKU.'),
        variant_name: z.string(),
        sku: z.string(),
        units_sold: z.int().describe('Units delivered in the window.'),
        units_returned: z.int().describe('Units of these that came back, whenever that was.'),
        revenue: moneyText.describe(
          'What these units cost after discounts, less those that came back: the sum over all lines of `line_total` less the share of the units not kept.',
        ),
      }),
    ),
  })
  .meta({ id: 'TopProducts' });

// ---------------------------------------------------------------- operations

const freshness =
  'Answers may be up to five minutes old: `Age` says how many seconds, `Cache-Control` how long to keep them. Counts as 5 reads.';

export const reportOperations = {
  get_sales_summary: {
    method: 'GET',
    path: '/reports/sales-summary',
    scopes: ['reports:read'],
    summary: 'Read the sales summary',
    description: `Sales, money received and cash on delivery outstanding of one store. Sales count the orders delivered in the window, money the payments settled in it. A channel that the store does not have gives zeros. Comparing with the previous period needs the plan's Advanced Reports. ${freshness}`,
    input: z
      .strictObject({
        ...window,
        channel: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe('Slug of a sales channel. Makes `money_received` and `cod_outstanding` null.'),
        compare: z
          .enum(['previous_period'])
          .optional()
          .describe('Adds the same number of days right before. Needs Advanced Reports.'),
      })
      .check(...windowRules),
    output: salesSummary,
    status: 200,
    cost: 5,
    errors: ['NOT_FOUND', 'PLAN_FEATURE_REQUIRED'],
    tool: {
      title: 'Read the sales summary',
      description:
        "Sales, money received and cash on delivery outstanding of one store, by the store's own days. Sales count orders delivered in the window, money the payments settled in it. Up to five minutes old; counts as 5 reads, so do not poll it. PLAN_FEATURE_REQUIRED: comparing needs the plan's Advanced Reports; ask again without `compare`.",
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_top_products: {
    method: 'GET',
    path: '/reports/top-products',
    scopes: ['reports:read'],
    summary: 'List the top products',
    description: `The variants of one store that earned most by units delivered in the window and kept; equal revenue is ranked by units kept. Needs the plan's Advanced Reports. ${freshness}`,
    input: z
      .strictObject({ ...window, limit: z.int().min(1).max(50).default(10).describe('How many variants.') })
      .check(...windowRules),
    output: topProducts,
    status: 200,
    cost: 5,
    errors: ['NOT_FOUND', 'PLAN_FEATURE_REQUIRED'],
    tool: {
      title: 'List the top products',
      description:
        'The variants of one store that earned most by units delivered in the window and kept. Up to five minutes old; counts as 5 reads. PLAN_FEATURE_REQUIRED: the plan lacks Advanced Reports; nothing else gives this ranking.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;
