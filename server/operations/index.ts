// The registry: every operation of the service. REST routes, tools, manifest and reference pages come from it.
import { attributeOperations } from './attributes.ts';
import { brandOperations } from './brands.ts';
import { callOperations } from './calls.ts';
import { categoryOperations } from './categories.ts';
import { changeOperations } from './changes.ts';
import { channelOperations } from './channels.ts';
import { customerOperations } from './customers.ts';
import { eventOperations } from './events.ts';
import { exportOperations } from './exports.ts';
import { inventoryOperations } from './inventory.ts';
import { jobOperations } from './jobs.ts';
import { locationOperations } from './locations.ts';
import { meOperations } from './me.ts';
import { orderAttachmentOperations } from './order-attachments.ts';
import { orderOperations } from './orders.ts';
import { parcelOperations } from './parcels.ts';
import { paymentOperations } from './payments.ts';
import { payoutOperations } from './payouts.ts';
import { productImageOperations } from './product-images.ts';
import { productOperations } from './products.ts';
import { reportOperations } from './reports.ts';
import { returnOperations } from './returns.ts';
import { storeOperations } from './store.ts';
import type { Operation } from './types.ts';
import { variantOperations } from './variants.ts';
import { videoOperations } from './videos.ts';
import { webhookOperations } from './webhooks.ts';

const single: Record<string, Operation> = {
  ...meOperations,
  ...storeOperations,
  ...locationOperations,
  ...channelOperations,
  ...productOperations,
  ...productImageOperations,
  ...variantOperations,
  ...videoOperations,
  ...categoryOperations,
  ...brandOperations,
  ...attributeOperations,
  ...inventoryOperations,
  ...orderOperations,
  ...callOperations,
  ...orderAttachmentOperations,
  ...paymentOperations,
  ...parcelOperations,
  ...returnOperations,
  ...payoutOperations,
  ...customerOperations,
  ...reportOperations,
  ...exportOperations,
  ...eventOperations,
  ...webhookOperations,
  ...changeOperations,
};

export const operations: Record<string, Operation> = { ...single, ...jobOperations(single) };

const readAlone = new Set(
  Object.values(operations).flatMap(({ conditional, output }) => (conditional ? [output] : [])),
);

/** Whether the answer has a tag: that of a conditional read, and of a write that gives the same record, for the next write. */
export const isTagged = ({ output }: Pick<Operation, 'output'>): boolean => readAlone.has(output);
