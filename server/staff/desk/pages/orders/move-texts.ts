// What a move of an order is called on its button, and what it will do.
import { label, t } from '../../i18n.ts';
import type { OrderStatusName } from './list.graphql.ts';

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

const name = (mutation: string, toStatus: string | null) =>
  mutation === 'changeOrderStatus' && toStatus ? `to_${toStatus}` : mutation;

export const moveTitle = (mutation: string, toStatus: string | null): string => label('move', name(mutation, toStatus));

/** Whether a status lies before the present one; a step back is called so. */
export const isBack = (from: OrderStatusName, to: OrderStatusName | null): boolean =>
  to !== null && statusesInOrder.indexOf(to) < statusesInOrder.indexOf(from);

export const titleFrom = (from: OrderStatusName, mutation: string, toStatus: OrderStatusName | null): string =>
  isBack(from, toStatus) && toStatus !== 'follow_up' && toStatus !== 'hold'
    ? t('order.backTo', { status: label('status', toStatus) })
    : moveTitle(mutation, toStatus);

export const moveEffect = (mutation: string, toStatus: string | null): string =>
  label('moveEffect', name(mutation, toStatus));
