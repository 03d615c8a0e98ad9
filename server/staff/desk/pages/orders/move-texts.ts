// What a move of an order is called on its button, and what it will do.
import { label } from '../../i18n.ts';

const name = (mutation: string, toStatus: string | null) =>
  mutation === 'changeOrderStatus' && toStatus ? `to_${toStatus}` : mutation;

export const moveTitle = (mutation: string, toStatus: string | null): string => label('move', name(mutation, toStatus));

export const moveEffect = (mutation: string, toStatus: string | null): string =>
  label('moveEffect', name(mutation, toStatus));
