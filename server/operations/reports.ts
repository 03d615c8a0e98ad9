import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import { callOutcomes, orderCall } from './calls.ts';
import { id, isGiven, moneyText, oneOf, rule, signedMoneyText, storeId, timestamp } from './schemas.ts';
import type { Operation } from './types.ts';

// ---------------------------------------------------------------- inputs

const firstDayEver = '1970-01-01';
const largestWindow = 366;

const calendarDay = z.iso
  .date(saying('dayForm'))
  .refine((day) => day >= firstDayEver, saying('dayTooEarly', { day: firstDayEver }));

const daysBetween = (from: unknown, to: unknown) => (Date.parse(`${to}`) - Date.parse(`${from}`)) / 86_400_000;

const window = {
  store_id: storeId.optional(),
  period: z
    .enum(['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'])
    .optional()
    .describe(
      "On the store's calendar: `last_7_days`, `last_30_days` and `this_month` end today. Not with `from` or `to`.",
    ),
  from: calendarDay
    .optional()
    .describe("First day, on the store's calendar, from 1970-01-01; default: the first of this month."),
  to: calendarDay.optional().describe('Last day, inclusive; default today. The window has at most 366 days.'),
};

// SQL checks a bound against today when the other one is absent: only SQL knows the store's calendar.
const windowRules = [
  rule('period', 'reportWindow', (q) => !isGiven(q.period) || !(isGiven(q.from) || isGiven(q.to))),
  rule('from', 'reportWindow.after', (q) => !(daysBetween(q.from, q.to) < 0)),
  rule('to', 'reportWindow.most', (q) => !(daysBetween(q.from, q.to) >= largestWindow), { most: largestWindow }),
] as const;

// ---------------------------------------------------------------- outputs

const day = z.iso.date();

const figures = {
  from: day,
  to: day,
  orders: z.int().describe('Orders delivered in the window, also those that came back later.'),
  gross_sales: moneyText.describe('Sum of their subtotals: quantity × selling price of every line, before discounts.'),
  net_sales: moneyText.describe(
    '`gross_sales` − discounts − goods that came back, refused at the door or returned: `line_total` × units ÷ quantity of each line, on the day of its delivery. The sum of `revenue` over all products.',
  ),
  net_revenue: moneyText.describe('`net_sales` + the shipping charges of these orders, without tax.'),
  average_order_value: moneyText.describe('`net_sales` ÷ `orders`; "0.00" when there are no orders.'),
  money_received: signedMoneyText
    .nullable()
    .describe(
      'Payments − refunds settled in the window, without voided ones; also of orders that were cancelled or returned later. Null with a channel filter.',
    ),
};

const owed = z.object({ orders: z.int(), amount: moneyText });

export const salesSummary = z
  .object({
    ...figures,
    store_id: id,
    time_zone: z.string().describe('Of the store: its days are those of the report.'),
    channel: z.string().nullable(),
    basis: z.object({
      sales: oneOf('delivered'),
      money_received: oneOf('settled'),
      cod_outstanding: oneOf('as_of_today'),
    }),
    cod_outstanding: z
      .object({
        as_of: timestamp,
        amount: moneyText.describe('Sum of `due_amount` of open orders.'),
        orders: z.int(),
        not_shipped: owed.describe('Not with a courier yet.'),
        with_courier: owed.describe('In transit, or a delivery failed.'),
        delivered_unpaid: owed.describe('Delivered, and neither paid nor paid out by the courier.'),
      })
      .nullable()
      .describe('The amounts still due on open orders, for all dates; null with a channel filter.'),
    previous_period: z.object(figures).optional().describe('With `compare`: as many days directly before the window.'),
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
        product_name: z.string().describe('The present name; variant name and SKU are the present ones too.'),
        variant_name: z.string(),
        sku: z.string(),
        units_sold: z.int().describe('Units delivered in the window.'),
        units_returned: z.int().describe('Units of these that came back, at any time.'),
        revenue: moneyText.describe(
          'The value of these units after discounts: `line_total` of their lines minus the share of units that came back.',
        ),
      }),
    ),
  })
  .meta({ id: 'TopProducts' });

const callFigures = z.object({
  calls: z.int().describe('Calls recorded in the window.'),
  orders: z.int().describe('Orders that these calls were about.'),
  confirmed_orders: z.int().describe('Those of which one of these calls was a confirmation.'),
  confirmed_share: z
    .string()
    .regex(/^\d\.\d{4}$/)
    .nullable()
    .meta({ examples: ['0.6250'] })
    .describe('`confirmed_orders` ÷ `orders`; null without orders.'),
  calls_per_confirmation: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .nullable()
    .meta({ examples: ['2.40'] })
    .describe('`calls` ÷ `confirmed_orders`; null without confirmations.'),
  outcomes: z
    .object(Object.fromEntries(callOutcomes.map((outcome) => [outcome, z.int()])))
    .describe('How many calls ended so.'),
});

export const callsReport = z
  .object({
    store_id: id,
    from: day,
    to: day,
    time_zone: z.string(),
    total: callFigures,
    agents: z
      .array(z.object({ actor: orderCall.shape.actor, figures: callFigures }))
      .describe('The same by who recorded the calls, most calls first.'),
  })
  .meta({ id: 'CallsReport' });

// ---------------------------------------------------------------- operations

const freshness =
  'The answer may be up to five minutes old: `Age` is its age in seconds, `Cache-Control` says how long it may be cached. Counts as 5 reads.';

export const reportOperations = {
  get_sales_summary: {
    method: 'GET',
    path: '/reports/sales-summary',
    scopes: ['reports:read'],
    summary: 'Read the sales summary',
    description: `Sales, money received and cash on delivery outstanding of one store. Sales are the orders delivered in the window, money received is the payments settled in it. An unknown channel gives zeros. The comparison with the previous period needs Advanced Reports in the plan. ${freshness}`,
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
          .describe('Adds as many days directly before the window. Needs Advanced Reports.'),
      })
      .check(...windowRules),
    output: salesSummary,
    status: 200,
    cost: 5,
    errors: ['NOT_FOUND', 'PLAN_FEATURE_REQUIRED'],
    tool: {
      title: 'Read the sales summary',
      description:
        'Sales (orders delivered), money received (payments settled) and cash on delivery outstanding of one store, in days of its time zone. Up to five minutes old; counts as 5 reads, so do not poll it. PLAN_FEATURE_REQUIRED: call again without `compare`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_top_products: {
    method: 'GET',
    path: '/reports/top-products',
    scopes: ['reports:read'],
    summary: 'List the top products',
    description: `The variants of one store with the highest revenue from units delivered in the window and kept. Equal revenue is ranked by units kept. Needs Advanced Reports in the plan. ${freshness}`,
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
        'The variants of one store with the highest revenue from units delivered in the window and kept. Up to five minutes old; counts as 5 reads. PLAN_FEATURE_REQUIRED: the plan lacks Advanced Reports; no other tool gives this ranking.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_calls_report: {
    method: 'GET',
    path: '/reports/calls',
    scopes: ['reports:read'],
    summary: 'Read the figures of calls',
    description: `How many calls to customers of one store were recorded in the window, about how many orders, what came of them, and how many it takes to confirm an order; in all and by who recorded them. ${freshness}`,
    input: z.strictObject(window).check(...windowRules),
    output: callsReport,
    status: 200,
    cost: 5,
    errors: ['NOT_FOUND'],
    tool: null,
  },
} satisfies Record<string, Operation>;
