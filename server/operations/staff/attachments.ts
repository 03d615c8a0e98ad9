import { z } from 'zod';
import { remark, type StaffInput, which } from './types.ts';

const changes = {
  attachment_id: which('attachment changes; left out: one is added').optional(),
  upload_id: which('upload is added: POST /admin/uploads?for=attachment gives its id').optional(),
  caption: remark(500).describe('What is said of it; an empty text removes it.'),
};
const removed = z.strictObject({ attachment_id: which('attachment') });

export const attachmentInputs = {
  save_order_attachment: {
    permission: 'orders.manage',
    input: z.strictObject({
      order_id: which('order'),
      return_id: which('return of the order it belongs to').optional(),
      ...changes,
    }),
    takes: 'arguments',
  },
  remove_order_attachment: { permission: 'orders.manage', input: removed, takes: 'arguments' },
  save_payment_attachment: {
    permission: 'payments.manage',
    input: z.strictObject({ payment_id: which('payment or refund'), ...changes }),
    takes: 'arguments',
  },
  remove_payment_attachment: { permission: 'payments.manage', input: removed, takes: 'arguments' },
  save_purchase_attachment: {
    permission: 'inventory.manage',
    input: z.strictObject({ purchase_id: which('purchase'), ...changes }),
    takes: 'arguments',
  },
  remove_purchase_attachment: { permission: 'inventory.manage', input: removed, takes: 'arguments' },
} satisfies Record<string, StaffInput>;
