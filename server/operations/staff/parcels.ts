// Parcels and the returns of customers: what the operations of the API take, and what only staff do.
import { z } from 'zod';
import { orderOperations } from '../orders.ts';
import { parcelOperations, trackingCode } from '../parcels.ts';
import { returnOperations } from '../returns.ts';
import { money, reason } from '../schemas.ts';
import { changesOf, type StaffInput, which } from './types.ts';

const permission = 'orders.manage';

const parcel = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  ({
    permission,
    input: z.strictObject({ parcel_id: which('parcel'), ...shape }),
    takes: 'arguments',
  }) satisfies StaffInput;

const ofReturn = { return_id: which('return') };

export const parcelInputs = {
  book_parcel: {
    permission,
    input: z.strictObject({
      order_id: which('order'),
      ...changesOf(parcelOperations.book_parcel.input),
      tracking_code: trackingCode.optional(),
    }),
    takes: 'arguments',
  },
  send_again: {
    permission,
    input: z.strictObject({ order_id: which('order'), note: orderOperations.update_order_status.input.shape.note }),
    takes: 'arguments',
  },
  record_parcel_delivered: parcel(changesOf(parcelOperations.record_parcel_delivered.input)),
  record_partial_delivery: {
    ...parcel(changesOf(parcelOperations.record_partial_delivery.input)),
    json: ['kept'],
  },
  record_delivery_failure: parcel(changesOf(parcelOperations.record_delivery_failure.input)),
  request_parcel_return: parcel(changesOf(parcelOperations.request_parcel_return.input)),
  receive_parcel: {
    ...parcel(changesOf(parcelOperations.receive_parcel.input)),
    permission: 'inventory.manage',
    json: ['lines'],
  },
  cancel_parcel: parcel(changesOf(parcelOperations.cancel_parcel.input)),
  undo_parcel_step: parcel({ reason }),
  restate_collected: parcel({ reason, collected_amount: money.optional() }),
  create_return: {
    permission,
    input: z.strictObject({ order_id: which('order'), ...changesOf(returnOperations.create_return.input) }),
    takes: 'arguments',
    json: ['lines'],
  },
  receive_return: {
    permission: 'inventory.manage',
    input: z.strictObject({ ...ofReturn, ...changesOf(returnOperations.receive_return.input) }),
    takes: 'arguments',
    json: ['lines'],
  },
  cancel_return: { permission, input: z.strictObject({ ...ofReturn, reason }), takes: 'arguments' },
  undo_return_receipt: {
    permission: 'inventory.manage',
    input: z.strictObject({ ...ofReturn, reason }),
    takes: 'arguments',
  },
} satisfies Record<string, StaffInput>;
