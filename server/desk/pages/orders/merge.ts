// A list that is read again under the eyes of its reader: nothing moves. What changed is drawn in its place, what is new
// waits, and what left the list stays where it is, marked.
type Row = { id: string };

export type Shown<Of extends Row> = {
  rows: Of[];
  /** Arrived since, and not shown yet. */
  fresh: Of[];
  /** Left the list since, such as a new order that a colleague confirmed. */
  gone: ReadonlySet<string>;
  /** Whether the list goes on after these rows. */
  hasMore: boolean;
};

/** The rows as they stand after the first page was read again. `isWhole`: the page is the whole list. */
export function merge<Of extends Row>(known: Shown<Of>, page: Of[], isWhole: boolean): Shown<Of> {
  const now = new Map(page.map((row) => [row.id, row]));
  const ids = new Set(known.rows.map(({ id }) => id));
  const lastKnown = page.findLastIndex(({ id }) => ids.has(id));
  // A row after the last known one was only not read yet: another left the page, and it moved up.
  const fresh = page.filter(({ id }, n) => !ids.has(id) && (n < lastKnown || lastKnown < 0 || !known.hasMore));
  // Only what the page would have shown can be missed on it.
  const expected = isWhole ? known.rows : known.rows.slice(0, page.length - fresh.length);
  const gone = new Set([
    ...[...known.gone].filter((id) => !now.has(id)),
    ...expected.filter(({ id }) => !now.has(id)).map(({ id }) => id),
  ]);
  const rows = known.rows.map((row) => {
    const current = now.get(row.id);
    return current && JSON.stringify(current) !== JSON.stringify(row) ? current : row;
  });
  return { rows, fresh, gone, hasMore: known.hasMore };
}
