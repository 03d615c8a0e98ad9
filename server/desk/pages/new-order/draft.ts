// What was typed for an order that is not placed yet. It is kept in this tab: a lost connection or a reload loses nothing.
import { numberOf } from '../../number.ts';
import type { OwnField } from '../../parts/own-fields.ts';
import { useState } from '../../view.ts';

export type DraftLine = { variantId: string; name: string; sku: string; picture: string | null; quantity: string };

export type Draft = {
  storeId: string;
  phone: string;
  customerId: string | null;
  fullName: string;
  addressLine: string;
  area: string;
  city: string;
  lines: DraftLine[];
  couponCode: string;
  shippingCharge: string;
  channel: string;
  locationId: string;
  deposit: string;
  methodId: string;
  transactionId: string;
  note: string;
  ownFields: OwnField[];
  isConfirmed: boolean;
  /** The values that come from the customer's record and were not typed. */
  filled: Partial<Filled>;
};
export type Filled = Record<'fullName' | 'addressLine' | 'area' | 'city', string>;

const name = 'haat.newOrder';
/** The shipping of the last order is proposed for the next, where the store's table does not say it. */
const lastShipping = (storeId: string) => `haat.shipping.${storeId}`;

const proposedShipping = (storeId: string, byZone: Set<string>) =>
  (!byZone.has(storeId) && localStorage.getItem(lastShipping(storeId))) || '';

function emptyDraft(storeId: string, byZone: Set<string>): Draft {
  return {
    storeId,
    phone: '',
    customerId: null,
    fullName: '',
    addressLine: '',
    area: '',
    city: '',
    lines: [],
    couponCode: '',
    shippingCharge: proposedShipping(storeId, byZone),
    channel: '',
    locationId: '',
    deposit: '',
    methodId: '',
    transactionId: '',
    note: '',
    ownFields: [],
    isConfirmed: true,
    filled: {},
  };
}

/** Whose draft it is: another person at this machine does not get it. */
export function useDraft(viewerId: string, storeId: string, byZone: Set<string>) {
  const kept = `${name}.${viewerId}`;
  const [draft, setDraft] = useState<Draft>(() =>
    Object.assign(emptyDraft(storeId, byZone), JSON.parse(sessionStorage.getItem(kept) ?? '{}')),
  );
  const keep = (next: Draft) => {
    sessionStorage.setItem(kept, JSON.stringify(next));
    return next;
  };
  return {
    draft,
    change: (changes: Partial<Draft>) => setDraft((known) => keep({ ...known, ...changes })),
    /** Changes by what is there now: two scans may come before the page is drawn again. */
    changeLines: (work: (lines: DraftLine[]) => DraftLine[]) =>
      setDraft((known) => keep({ ...known, lines: work(known.lines) })),
    /** Another store has other goods, customers and methods; a shipping that was proposed is proposed anew. */
    changeStore: (storeId: string) =>
      setDraft((known) => {
        const isProposed = known.shippingCharge === proposedShipping(known.storeId, byZone);
        const shippingCharge = isProposed ? proposedShipping(storeId, byZone) : known.shippingCharge;
        return keep({ ...known, storeId, customerId: null, lines: [], channel: '', methodId: '', shippingCharge });
      }),
    /** Begins anew with this. */
    begin: (beginning: Partial<Draft> & Pick<Draft, 'storeId'>) =>
      setDraft(keep({ ...emptyDraft(beginning.storeId, byZone), ...beginning })),
    placed: () => {
      sessionStorage.removeItem(kept);
      localStorage.setItem(lastShipping(draft.storeId), draft.shippingCharge);
      setDraft(emptyDraft(draft.storeId, byZone));
    },
  };
}
/** Nothing was typed for it yet; what is chosen or proposed is no loss. */
export const isUntyped = ({ lines, ownFields, customerId, ...draft }: Draft): boolean =>
  lines.length === 0 &&
  ownFields.length === 0 &&
  !customerId &&
  (
    ['phone', 'fullName', 'addressLine', 'area', 'city', 'couponCode', 'deposit', 'transactionId', 'note'] as const
  ).every((name) => !draft[name].trim());

export type DraftWork = ReturnType<typeof useDraft>;

/** The units that a quantity asks for, at least 1; undefined: it is none, or still being typed. */
export function unitsOf(typed: string): number | undefined {
  const units = numberOf(typed) ?? 0;
  return Number.isInteger(units) && units > 0 ? units : undefined;
}

type Sent = { quantity: number; variantId: string }[];
/** Lines as they are sent. One whose quantity is being typed has no price yet; an order with it is not placed. */
export const sentLines = (lines: DraftLine[]): Sent =>
  lines.flatMap(({ variantId, quantity: typed }) => {
    const quantity = unitsOf(typed);
    return quantity ? [{ variantId, quantity }] : [];
  });
