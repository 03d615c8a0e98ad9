// The order that a scanned code names.
import { ask } from '../../client.ts';
import { findScannedOrder } from './packing.graphql';

/** The order of a scanned number or tracking code; of several only the one that is called so. */
export async function findOrder(code: string, storeId: string | null): Promise<string | undefined> {
  const found = (await ask(findScannedOrder, { code, storeId })).searchOrders?.nodes ?? [];
  const isCalled = (name: string | null) => name?.toLowerCase() === code.toLowerCase();
  const named = found.filter(
    ({ number, parcels }) => isCalled(number) || parcels.nodes.some(({ trackingCode }) => isCalled(trackingCode)),
  );
  const [only, ...others] = named.length ? named : found;
  return others.length ? undefined : only?.id;
}
