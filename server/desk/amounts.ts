// Sums of amounts, which are texts in GraphQL: reckoned in poisha, so that none is lost.
export const inPoisha = (amount: string | null | undefined): number => Math.round(Number(amount ?? 0) * 100);
export const fromPoisha = (poisha: number): string => (poisha / 100).toFixed(2);

type Held = { heldParcels: number | null; heldAmount: string | null };

/** The cash of delivered parcels that was not paid out, of all couriers and of what went without one. */
export const heldOf = (work: Held[]): { parcels: number; amount: string } => ({
  parcels: work.reduce((sum, { heldParcels }) => sum + (heldParcels ?? 0), 0),
  amount: fromPoisha(work.reduce((sum, { heldAmount }) => sum + inPoisha(heldAmount), 0)),
});
