// What a scanned code names.
import { ask } from '../../client.ts';
import { findScannedGoods, findScannedOrder } from './packing.graphql';

/** The orders that the code finds, and of them those that are called so, by their number or a tracking code. */
async function search(code: string, storeId: string | null) {
  const found = (await ask(findScannedOrder, { code, storeId })).searchOrders?.nodes ?? [];
  const isCalled = (name: string | null) => name?.toLowerCase() === code.toLowerCase();
  const named = found.filter(
    ({ number, parcels }) => isCalled(number) || parcels.nodes.some(({ trackingCode }) => isCalled(trackingCode)),
  );
  return { found, named };
}

/** The order of a scanned number or tracking code; of several only the one that is called so. */
export async function findOrder(code: string, storeId: string | null): Promise<string | undefined> {
  const { found, named } = await search(code, storeId);
  const [only, ...others] = named.length ? named : found;
  return others.length ? undefined : only?.id;
}

/** What a code is that is none of the open order's: another order's, goods of the store, or unknown as a courier's are. */
export async function findScanned(code: string, order: { storeId: string }, isTest: boolean) {
  const [{ named }, goods] = await Promise.all([
    // Without a store a search leaves out the test stores.
    search(code, isTest ? order.storeId : null),
    ask(findScannedGoods, { code, storeId: order.storeId }),
  ]);
  return { orderId: named.length === 1 ? named[0]!.id : undefined, isGoods: goods.variants!.nodes.length > 0 };
}
