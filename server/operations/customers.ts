import { z } from 'zod';
import {
  byId,
  byShopper,
  email,
  id,
  list,
  moneyText,
  name,
  oneOf,
  pageOf,
  phone,
  search,
  storeId,
  timestamp,
  updatedAfter,
  writeTo,
} from './schemas.ts';
import type { Operation } from './types.ts';

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
    full_name: z.string().describe(byShopper),
    email: z.string().nullable(),
    phone: z.string().nullable().describe('Canonical: 01XXXXXXXXX.'),
    status: oneOf('active', 'inactive', 'blocked'),
    type: oneOf('manual', 'registered', 'guest').describe('Customers created by the API are `manual`.'),
    gender: oneOf('male', 'female').nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    addresses: z
      .array(address)
      .optional()
      .describe(`Only where one customer is read or created; the default first. ${byShopper}`),
    stats: z
      .object({
        orders_count: z.int().describe('Orders that are not cancelled, returned or spam.'),
        total_spent: moneyText.describe('Total of delivered orders, delivery and tax included.'),
        last_order_at: timestamp.nullable().describe('The latest order, without spam.'),
        returned_count: z.int().describe('Orders that came back completely.'),
      })
      .optional()
      .describe('Only with `expand=stats`.'),
  })
  .describe('A customer of a store.')
  .meta({ id: 'Customer' });

const anySpelling =
  'A Bangladeshi mobile number in any usual form (`+880…`, `880…`, `01…` or `1…`; separators are ignored)';
const status = z.enum(['active', 'inactive', 'blocked']);
const gender = z.enum(['male', 'female']);

export const customerOperations = {
  create_customer: {
    method: 'POST',
    path: '/customers',
    scopes: ['customers:write'],
    summary: 'Create a customer',
    description:
      'Adds a customer of type `manual`. Phone and email are unique within the store: a taken one is answered with 409.',
    input: z.strictObject({
      store_id: storeId.optional(),
      full_name: name,
      phone: phone.nullish().describe(`${anySpelling}; stored as 01XXXXXXXXX.`),
      email: email.nullish(),
      status: status.optional().meta({ default: 'active' }),
      gender: gender.nullish(),
    }),
    output: customer,
    status: 201,
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Create a customer',
      description:
        'Adds a customer. First search by phone with `list_customers`: CONFLICT means that another customer has this phone or email. `create_order` can create the customer by itself.',
      hints: { destructive: false, idempotent: false, openWorld: false },
    },
  },
  list_customers: {
    method: 'GET',
    path: '/customers',
    scopes: ['customers:read'],
    shows: 'customers.searched',
    summary: 'List customers',
    description: 'Customers, newest first, without their addresses.',
    input: pageOf({
      search: search.optional().describe('Name, email, or phone in any Bangladeshi form; parts are enough.'),
      phone: phone.optional().describe(`Exact match. ${anySpelling}; anything else is a 422.`),
      updated_after: updatedAfter.optional(),
    }),
    output: list(customer),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List customers',
      description: 'Finds customers, newest first, without addresses.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_customer: {
    method: 'GET',
    path: '/customers/{id}',
    scopes: ['customers:read'],
    shows: 'customers.opened',
    summary: 'Read a customer',
    description:
      'One customer with every saved address, the default first. Addresses are saved from the shipping addresses of orders that have an `address_line`.',
    input: byId('customer').extend({
      expand: z
        .array(z.enum(['stats']))
        .max(1)
        .optional()
        .describe('`stats` adds totals of orders, spending and returns.'),
    }),
    output: customer,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'Read a customer',
      description:
        'One customer with every saved address, the default first; `expand` `stats` adds totals of orders, spending and returns.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  update_customer: {
    method: 'PATCH',
    path: '/customers/{id}',
    scopes: ['customers:write'],
    summary: 'Update a customer',
    description:
      'Changes the fields that are sent; null clears phone, email or gender. A customer whose personal data was erased is answered with 409.',
    input: z.strictObject({
      ...writeTo('customer'),
      full_name: name.optional(),
      phone: phone.nullish().describe(`${anySpelling}; stored as 01XXXXXXXXX.`),
      email: email.nullish(),
      status: status.optional(),
      gender: gender.nullish(),
    }),
    output: customer,
    status: 200,
    writes: 'customer',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    tool: {
      title: 'Update a customer',
      description:
        'Changes the fields that are sent; null clears phone, email or gender. CONFLICT: another customer has that phone or email.',
      hints: { destructive: true, idempotent: true, openWorld: false },
    },
  },
} satisfies Record<string, Operation>;
