import { z } from 'zod';
import { id, moneyText, oneOf, timestamp } from './schemas.ts';

export const payment = z
  .object({
    id,
    store_id: id,
    order_id: id,
    kind: oneOf('payment', 'refund').describe('Gives `amount` its sign.'),
    status: oneOf('pending', 'settled', 'voided'),
    amount: moneyText.describe('Always positive.'),
    payment_method: z.object({ id, name: z.string(), type: oneOf('cod', 'wallet', 'bank', 'card', 'cash') }),
    transaction_id: z.string().nullable(),
    source: oneOf('api', 'staff', 'courier'),
    refunds_payment_id: id.nullable(),
    note: z.string().nullable(),
    settled_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Payment' })
  .describe('Money in or out on an order. A mistake is voided, never changed.');
