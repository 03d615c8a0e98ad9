// What a move of an order is called on its button, and what it will do.
import { label, t } from '../../i18n.ts';

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

/** A step back is called so. */
export const titleFrom = (
  name: string,
  { direction, toStatus }: { direction: string | null; toStatus: string | null },
): string => (direction === 'back' ? t('order.backTo', { status: label('status', toStatus) }) : moveTitle(name));

export const moveEffect = (name: string): string => label('moveEffect', name);
