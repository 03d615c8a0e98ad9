import { z } from 'zod';
import { id, moneyText, oneOf, storeId } from './schemas.ts';
import type { Operation } from './types.ts';

export const storeProfile = z
  .object({
    id,
    name: z.string(),
    slug: z.string(),
    domain: z.string().nullable(),
    currency: z.string().describe('ISO 4217 code; every amount of the store is in it.'),
    timezone: z.string().describe('IANA name; report days and order numbers follow it.'),
    contact: z.object({
      phone: z.string().nullable(),
      email: z.string().nullable(),
      whatsapp: z.string().nullable(),
      address: z.string().nullable(),
      map_url: z.string().nullable(),
    }),
    localization: z.object({
      currency_code: z.string(),
      currency_symbol: z.string(),
      symbol_position: oneOf('before', 'after'),
      timezone: z.string(),
      date_format: z.string(),
    }),
    advance_payment_plans: z
      .array(z.object({ percent: z.number(), note: z.string().nullable() }))
      .describe('The parts of the order amount that the store asks for in advance.'),
    delivery_charges: oneOf('off', 'by_zone').describe(
      '`by_zone`: an order without `shipping_charge` has the charge of its delivery zone.',
    ),
    delivery_zones: z
      .array(
        z.object({
          name: z.string(),
          places: z
            .array(z.string())
            .describe('Districts, areas, or areas with their district (`Savar, Dhaka`); empty: everywhere else.'),
          charge: moneyText,
          free_from: moneyText.nullable().describe('From this amount of goods, after the discount, delivery is free.'),
        }),
      )
      .describe('What delivery costs, by the address.'),
  })
  .describe('The profile of a store.')
  .meta({ id: 'StoreProfile' });

export const storeOperations = {
  get_store: {
    method: 'GET',
    path: '/store',
    scopes: ['store:read'],
    summary: 'Read the store profile',
    description:
      'Name, domain, currency, time zone, contact and localization of one store. A company key must give `store_id`.',
    input: z.strictObject({ store_id: storeId.optional() }),
    output: storeProfile,
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Read the store profile',
      description:
        'Name, domain, contact and advance payment plans of one store, the currency of its amounts and the time zone of its report days.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;
