import { z } from 'zod';
import { id, moneyText, oneOf, timestamp } from './schemas.ts';

export const address = z
  .object({
    id,
    label: z.string().nullable(),
    recipient_name: z.string().nullable(),
    recipient_phone: z.string().nullable(),
    address_line: z.string(),
    city: z.string().nullable(),
    area: z.string().nullable(),
    postal_code: z.string().nullable(),
    is_default: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Address' });

export const customer = z
  .object({
    id,
    store_id: id,
    full_name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable().describe('Canonical: 01XXXXXXXXX.'),
    status: oneOf('active', 'inactive', 'blocked'),
    type: oneOf('manual', 'registered', 'guest').describe('Customers created by the API are always `manual`.'),
    gender: oneOf('male', 'female').nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    addresses: z.array(address).optional().describe('Detail read and create response only; the default address first.'),
    stats: z
      .object({
        orders_count: z.int().describe('Orders that are not cancelled, returned or spam.'),
        total_spent: moneyText.describe('Total of delivered orders, delivery and tax included.'),
        last_order_at: timestamp.nullable().describe('The latest order placed, spam left out.'),
        returned_count: z.int().describe('Orders that came back whole.'),
      })
      .optional()
      .describe('Only with `expand=stats`.'),
  })
  .meta({ id: 'Customer' })
  .describe('Somebody who buys from a store.');
