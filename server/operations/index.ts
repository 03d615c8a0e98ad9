// The registry: every operation of the service. REST routes, tools, manifest and reference pages come from it.
import { channelOperations } from './channels.ts';
import { inventoryOperations } from './inventory.ts';
import { locationOperations } from './locations.ts';
import { meOperations } from './me.ts';
import { orderOperations } from './orders.ts';
import { productOperations } from './products.ts';
import { reportOperations } from './reports.ts';
import { storeOperations } from './store.ts';
import type { Operation } from './types.ts';
import { variantOperations } from './variants.ts';

export const operations: Record<string, Operation> = {
  ...meOperations,
  ...storeOperations,
  ...locationOperations,
  ...channelOperations,
  ...productOperations,
  ...variantOperations,
  ...inventoryOperations,
  ...orderOperations,
  ...reportOperations,
};
