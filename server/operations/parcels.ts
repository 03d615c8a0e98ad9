import { z } from 'zod';
import { saying } from '../problems/problem.ts';
import {
  byId,
  id,
  list,
  money,
  moneyText,
  oneOf,
  pageOf,
  quantity,
  text,
  timestamp,
  updatedAfter,
  uuid,
  writeTo,
} from './schemas.ts';
import type { Operation } from './types.ts';

const parcelStatuses = [
  'booked',
  'picked_up',
  'delivered',
  'delivery_failed',
  'return_requested',
  'received',
  'cancelled',
] as const;

export const parcel = z
  .object({
    id,
    store_id: id,
    order_id: id,
    order_number: z.string().meta({ examples: ['ORD-20261121-1042'] }),
    courier: z
      .object({ id, name: z.string(), reports_pickups: z.boolean() })
      .nullable()
      .describe('Null for a shipment recorded by hand.'),
    status: oneOf(...parcelStatuses),
    tracking_code: z.string().nullable(),
    weight_grams: z.int().nullable(),
    note: z.string().nullable().describe('For the courier.'),
    cod_amount: moneyText.describe('What the courier is to collect.'),
    collected_amount: moneyText.nullable().describe('As stated; null: not stated.'),
    paid_out_amount: moneyText.describe('Came to the store.'),
    charged_amount: moneyText.describe('Kept by the courier for its services.'),
    written_off_amount: moneyText.describe('Given up.'),
    held_amount: moneyText.describe('Still with the courier.'),
    is_pickup_recorded: z.boolean(),
    booked_at: timestamp,
    picked_up_at: timestamp.nullable().describe('Null while it waits for its courier.'),
    delivered_at: timestamp.nullable(),
    received_at: timestamp.nullable(),
    cancelled_at: timestamp.nullable(),
    paid_out_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('A shipment of an order.')
  .meta({ id: 'Parcel' });

export const courier = z
  .object({
    id,
    name: z.string(),
    reports_pickups: z.boolean().describe('Its parcels wait for their pickup; those of others count as picked up.'),
    is_own_rider: z.boolean(),
    status: oneOf('active', 'inactive'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .describe('Who carries parcels. Couriers belong to the company.')
  .meta({ id: 'Courier' });

const orderLine = { order_item_id: uuid };

/** Units of lines of an order. */
export const orderLines = z.array(z.strictObject({ ...orderLine, quantity })).max(1000);

/** The courier's code of a parcel. */
export const trackingCode = z.string().trim().max(100);

const reason = text(500).optional().describe('Stored in the timeline of the order.');
const collectedAmount = money
  .optional()
  .describe('At most `cod_amount`; it counts as paid when the courier pays it out.');

/** Goods that arrive, each line sellable or damaged. */
export const receivedLines = (withoutLines: string) =>
  z
    .array(
      z.strictObject({
        ...orderLine,
        quantity,
        condition: z.enum(['sellable', 'damaged']).optional().meta({ default: 'sellable' }),
      }),
    )
    .min(1)
    .max(1000)
    .optional()
    .describe(`What arrived. Without lines: ${withoutLines.charAt(0).toLowerCase()}${withoutLines.slice(1)}`);

/** What states more than that something happened. */
export const reportFields = {
  collected_amount: collectedAmount,
  kept: orderLines.min(1, saying('keptNothing')).describe('What the customer kept.'),
  lines: receivedLines('All that was still to come back is sellable.'),
  reason,
};

/** What the reports of couriers have in common. */
const report = {
  method: 'POST',
  scopes: ['parcels:write'],
  output: parcel,
  status: 200,
  writes: 'parcel',
  idempotency: 'optional',
  cost: 1,
  errors: ['NOT_FOUND', 'CONFLICT'],
  tool: null,
} as const satisfies Partial<Operation>;

const reported =
  'The same report again changes nothing. One that the parcel does not allow is 409, and `fields.possible_reports` lists those that it does.';

export const parcelOperations = {
  list_couriers: {
    method: 'GET',
    path: '/couriers',
    scopes: ['parcels:read'],
    summary: 'List couriers',
    description: 'The couriers of the company, newest first. Parcels are booked with active ones.',
    input: pageOf({}),
    output: list(courier),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  book_parcel: {
    method: 'POST',
    path: '/orders/{id}/parcels',
    scopes: ['parcels:write'],
    summary: 'Book a parcel',
    description:
      'Books a parcel for an order that is `confirmed`, `processing` or `ready_to_ship` and has none under way; without a courier it records a shipment by hand. With a courier that reports pickups the order is `ready_to_ship` until the pickup, otherwise it is `in_transit` at once.',
    input: z.strictObject({
      ...writeTo('order'),
      courier_id: uuid.optional().describe('An active courier; without one it is a shipment recorded by hand.'),
      tracking_code: trackingCode.min(1).optional().describe("The courier's code."),
      weight_grams: z.int().min(1).max(1_000_000).optional(),
      cod_amount: money
        .optional()
        .describe('What the courier is to collect: at most what is due, which is the default.'),
      note: text(2000).optional().describe('For the courier.'),
    }),
    output: parcel,
    status: 201,
    writes: 'order',
    idempotency: 'optional',
    cost: 1,
    errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_STATUS_TRANSITION'],
    tool: {
      title: 'Book a parcel',
      description:
        'Hands an order over to a courier (`courier_id`: ask, or see `list_parcels`), or records a shipment by hand. The order must be `confirmed`, `processing` or `ready_to_ship`.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  list_parcels: {
    method: 'GET',
    path: '/parcels',
    scopes: ['parcels:read'],
    summary: 'List parcels',
    description: 'Parcels, newest first, of every status unless filtered.',
    input: pageOf({
      status: z.enum(parcelStatuses).optional().describe('Only of this status.'),
      order_id: uuid.optional().describe('Only of this order.'),
      courier_id: uuid.optional().describe('Only of this courier.'),
      tracking_code: trackingCode.min(1).optional().describe("The courier's code, in any letter case."),
      updated_after: updatedAfter.optional(),
    }),
    output: list(parcel),
    status: 200,
    cost: 1,
    errors: ['NOT_FOUND'],
    tool: {
      title: 'List parcels',
      description: 'Where the parcels of orders are and what cash their couriers hold, newest first.',
      hints: { destructive: false, idempotent: true, openWorld: false },
    },
  },
  get_parcel: {
    method: 'GET',
    path: '/parcels/{id}',
    scopes: ['parcels:read'],
    summary: 'Read a parcel',
    description: 'One parcel. Its lines and the address are those of its order.',
    input: byId('parcel'),
    output: parcel,
    status: 200,
    cost: 1,
    conditional: true,
    errors: ['NOT_FOUND'],
    tool: null,
  },
  record_parcel_pickup: {
    ...report,
    path: '/parcels/{id}/pickup',
    summary: 'Report a pickup',
    description: `Records that the courier picked the parcel up: a \`ready_to_ship\` order becomes \`in_transit\`. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel') }),
  },
  record_parcel_delivered: {
    ...report,
    path: '/parcels/{id}/delivered',
    summary: 'Report a delivery',
    description: `Records that the customer took the whole parcel: the order becomes \`delivered\`. What was collected may be stated later, once, by the same report. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel'), collected_amount: collectedAmount }),
  },
  record_partial_delivery: {
    ...report,
    path: '/parcels/{id}/partial-delivery',
    summary: 'Report a delivery in part',
    description: `Records that the customer kept a part of what was sent: the order becomes \`delivered\` and \`partially_fulfilled\`. What was not kept comes back. Without \`collected_amount\` it is what is due for the kept goods with the delivery. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel'), kept: reportFields.kept, collected_amount: collectedAmount }),
  },
  record_delivery_failure: {
    ...report,
    path: '/parcels/{id}/failed',
    summary: 'Report a failed delivery',
    description: `Records that the courier could not deliver: the order becomes \`failed_delivery\`. It may be tried again, be delivered later, or come back. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel'), reason }),
  },
  request_parcel_return: {
    ...report,
    path: '/parcels/{id}/returning',
    summary: 'Report that a parcel comes back',
    description: `Records that a parcel that was picked up is on its way back, whoever asked for it. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel'), reason }),
  },
  receive_parcel: {
    ...report,
    path: '/parcels/{id}/receive',
    summary: 'Receive what came back',
    description: `Records what the courier brought back: sellable goods are in stock again, damaged ones leave it. May be called again until nothing is outstanding. An undelivered order becomes \`returned\`. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel'), lines: reportFields.lines }),
    scopes: ['parcels:write', 'inventory:write'],
    idempotency: 'required',
  },
  cancel_parcel: {
    ...report,
    path: '/parcels/{id}/cancel',
    summary: 'Cancel a parcel',
    description: `Cancels a parcel whose pickup was not recorded; an order that was \`in_transit\` is \`ready_to_ship\` again. After the pickup, report that it comes back. ${reported}`,
    input: z.strictObject({ ...writeTo('parcel'), reason }),
  },
} satisfies Record<string, Operation>;
