import { z } from 'zod';
import { id, moneyText, oneOf, timestamp } from './schemas.ts';

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: 'date' });

const figures = {
  from: day,
  to: day,
  orders: z.int().describe('Orders delivered in the window.'),
  gross_sales: moneyText.describe('Their lines before discounts.'),
  net_sales: moneyText.describe('Gross sales less discounts and goods that came back.'),
  net_revenue: moneyText.describe('Net sales plus the shipping charged; tax left out.'),
  average_order_value: moneyText.describe('Net sales by order; "0.00" for no orders.'),
  money_received: moneyText
    .nullable()
    .describe('Payments settled in the window after refunds and voids; null with a channel filter.'),
};

const owed = z.object({ orders: z.int(), amount: moneyText });

export const salesSummary = z
  .object({
    ...figures,
    store_id: id,
    time_zone: z.string(),
    channel: z.string().nullable(),
    basis: z.object({
      sales: oneOf('delivered'),
      money_received: oneOf('settled'),
      cod_outstanding: oneOf('as_of_today'),
    }),
    cod_outstanding: z
      .object({
        as_of: timestamp,
        amount: moneyText,
        orders: z.int(),
        not_shipped: owed,
        with_courier: owed,
        delivered_unpaid: owed,
      })
      .nullable()
      .describe('What is still owed on live orders, as of today; null with a channel filter.'),
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
        product_name: z.string(),
        variant_name: z.string(),
        sku: z.string(),
        units_sold: z.int(),
        units_returned: z.int(),
        revenue: moneyText.describe('Of units delivered and kept.'),
      }),
    ),
  })
  .meta({ id: 'TopProducts' });
