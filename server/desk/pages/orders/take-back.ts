// A status that was changed by mistake has its way back where the table of transitions has one: it is offered with the message
// of what was done, for one order and for many.
import { insist, newKey, Refusal } from '../../client.ts';
import { label, t } from '../../i18n.ts';
import { problemText, type Said, say } from '../../parts.ts';
import { type ChangeStatusMutation, changeStatus, type OrderStatusName } from './transitions.graphql';

export type Changed = NonNullable<NonNullable<ChangeStatusMutation['changeOrderStatus']>['order']>;
type Back = { orderId: string; status: OrderStatusName; expectedUpdatedAt: string };

/** Of the order as the change left it: what a colleague does meanwhile is not taken back with it. */
function wayBack({ id, updatedAt, feed, possibleMoves }: Changed): Back[] {
  const from = feed.nodes.find(({ action }) => action === 'status_changed')?.fromValue;
  const back = possibleMoves?.find(
    ({ mutation, toStatus, allowed }) => mutation === 'changeOrderStatus' && toStatus === from && allowed,
  );
  return back ? [{ orderId: id, status: back.toStatus!, expectedUpdatedAt: updatedAt }] : [];
}

/** Says what came of it. */
export async function takeBack(backs: Back[]): Promise<void> {
  const refusals: Refusal[] = [];
  for (const back of backs) {
    try {
      await insist(changeStatus, back, newKey(), new AbortController().signal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  const [only] = backs;
  if (backs.length > 1) say(t('orders.outcome', { done: backs.length - refusals.length, refused: refusals.length }));
  else say(refusals[0] ? problemText(refusals[0]) : t('orders.takenBack', { status: label('status', only!.status) }));
}

/** Those that may go back do so on request, and `onBack` shows it. */
export function wayBackOf(changed: Changed[], onBack: () => unknown): Said['act'] {
  const backs = changed.flatMap(wayBack);
  const [only, another] = backs;
  if (!only) return undefined;
  const status = label('status', only.status);
  const text = another ? t('orders.takeBack', { count: backs.length }) : t('order.takeBack', { status });
  return { text, run: () => void takeBack(backs).then(onBack) };
}
