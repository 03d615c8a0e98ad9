// What a courier brings of a parcel that was kept in part.
import { fromPoisha, inPoisha } from '../../../amounts.ts';

type Owed = {
  dueAmount: string;
  orderItems: { nodes: { id: string; quantity: number; lineTotal: string }[] };
};

/**
 * As recordPartialDelivery reckons where nothing is said: what is due less what was not kept, at most what was to be
 * collected. What comes back of a line is rounded, as internal.kept_amount does.
 */
export function expectedCash(
  { dueAmount, orderItems }: Owed,
  codAmount: string | null,
  kept: Record<string, number>,
): string {
  const refused = orderItems.nodes.reduce((sum, { id, quantity, lineTotal }) => {
    const back = quantity - (kept[id] ?? 0);
    return sum + Math.round((inPoisha(lineTotal) * back) / quantity);
  }, 0);
  const left = Math.max(0, inPoisha(dueAmount) - refused);
  return fromPoisha(Math.min(inPoisha(codAmount), left));
}
