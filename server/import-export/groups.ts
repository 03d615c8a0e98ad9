// The rows of one product or order, which stand below each other. However many a file has of one, no more are held than it can have.
import { Problem } from '../problems/problem.ts';
import type { Line } from './line.ts';
import type { Row } from './read-rows.ts';

/** A record has 200 variants or lines and 100 pictures at most; what some shops write beside them has room. */
export const mostRows = 1000;

/** The first rows, and how many there are. */
export type Group = { rows: Row[]; count: number };

export function addTo(group: Group, row: Row): void {
  group.count++;
  if (group.rows.length < mostRows) group.rows.push(row);
}

/** `goesOn`: whether a row belongs to the one before; it is asked of each, the first too. */
export async function* groupsOf(
  rows: AsyncIterable<Row>,
  goesOn: (row: Row, first: Row | undefined) => boolean,
): AsyncGenerator<Group> {
  let group: Group | undefined;
  for await (const row of rows) {
    if (goesOn(row, group?.rows[0]) && group) {
      addTo(group, row);
      continue;
    }
    if (group) yield group;
    group = { rows: [row], count: 1 };
  }
  if (group) yield group;
}

export const tooMany = ({ rows, count }: Group): Problem | null =>
  count > rows.length ? new Problem('rowMany', { count, most: mostRows }) : null;

/** A record with more rows than are held is not taken over in part. */
export function whole(line: Line, group: Group, column: string): Line {
  const text = tooMany(group);
  return text ? { ...line, input: null, problems: [{ line: line.line, column, text }], notes: [] } : line;
}
