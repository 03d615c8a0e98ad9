// What a move of an order is called on its button, and what it will do.
import { label, t } from '../../i18n.ts';
import type { OrderStatusName } from './list.graphql';

/** As an order goes through them. */
export const statusesInOrder: OrderStatusName[] = [
  'pending',
  'follow_up',
  'hold',
  'confirmed',
  'processing',
  'ready_to_ship',
  'in_transit',
  'failed_delivery',
  'delivered',
  'returned',
  'cancelled',
  'spam',
];

/** What a move is called: to_confirmed, bookParcel; what is taken back is told apart, and a delivery from its cash alone. */
export function moveName(
  mutation: string,
  toStatus: string | null,
  { required = [], step }: { required?: string[] | null | undefined; step?: string | undefined } = {},
): string {
  if (mutation === 'changeOrderStatus') return `to_${toStatus}`;
  if (mutation === 'recordParcelDelivered' && required?.includes('collectedAmount')) return 'stateCollected';
  return mutation === 'undoParcelStep' && step ? `undo_${step}` : mutation;
}

export const moveTitle = (name: string): string =>
  name.startsWith('undo_') ? t('order.takeBackStep', { step: label('step', name.slice(5)) }) : label('move', name);

/** Whether a status lies before the present one; a step back is called so. */
export const isBack = (from: OrderStatusName, to: OrderStatusName | null): boolean =>
  to !== null && statusesInOrder.indexOf(to) < statusesInOrder.indexOf(from);

export const titleFrom = (from: OrderStatusName, name: string, toStatus: OrderStatusName | null): string =>
  isBack(from, toStatus) && toStatus !== 'follow_up' && toStatus !== 'hold'
    ? t('order.backTo', { status: label('status', toStatus) })
    : moveTitle(name);

export const moveEffect = (name: string): string => label('moveEffect', name);
