// What a file says of one product, customer or order: the input of the procedure that takes it in, and what is wrong with it by
// line and column of the file.
import type { Fields } from '../gate/errors.ts';
import { Problem } from '../problems/problem.ts';
import { numberIn } from './cells.ts';

/** In words for the person who has the file. */
export type Remark = { line: number; column: string; text: Problem };

/** A variant whose SKU stands above already in the file, or whose options in its product. */
export type Doubtful = {
  line: number;
  sku: string;
  same: 'sku' | 'options';
  /** The line of the other one. */
  above: number;
  /** The SKU it gets; null: it waits, and does not come in. */
  becomes: string | null;
};

export function doubtIn({ sku, same, above, becomes }: Doubtful): Problem {
  if (becomes !== null) return new Problem('rowSkuMade', { sku: becomes, given: sku, line: above });
  return new Problem(same === 'sku' ? 'rowWaits' : 'rowWaits.options', { sku, line: above });
}

/** What is said of a cell that should hold a number and holds something else. */
export const unreadable = (cell: string | null | undefined): Problem | null =>
  Number.isNaN(numberIn(cell ?? undefined))
    ? new Problem('rowNumber', { value: cell!.trim().slice(0, 60).toWellFormed() })
    : null;

/** Of cells that were to be numbers and could not be read, what they hold instead. `given`: what was checked. */
export function tellUnreadable(
  found: Fields,
  given: object,
  cellOf: (field: string) => string | null | undefined,
): Fields {
  const told = Object.entries(found).map(([field, problems]) => {
    const value = field.split('.').reduce<unknown>((of, key) => (of as Record<string, unknown> | null)?.[key], given);
    const text = Number.isNaN(value) ? unreadable(cellOf(field)) : null;
    return [field, text ? [text] : problems] as const;
  });
  return Object.fromEntries(told);
}

export type Line = {
  /** The row that it begins with. */
  line: number;
  /** What people call it. */
  name: string;
  /** For internal.import_product, import_customer or import_order; null when it cannot be. */
  input: Record<string, unknown> | null;
  /** Why it cannot be. */
  problems: Remark[];
  /** What of it is not taken over, or is taken over differently. */
  notes: Remark[];
  doubtful?: Doubtful[];
  /** It is not for us: its notes say why. */
  isLeft?: boolean;
  /** The place of a field of the input in the file. */
  placeOf: PlaceOf;
};

export type PlaceOf = (field: string) => { line: number; column: string };

/** Problems of fields, as the checks and the database tell them, where the file has them. */
export const remarksOf = (fields: object, placeOf: PlaceOf): Remark[] =>
  Object.entries(fields as Record<string, (Problem | Failed | Shortage)[]>).flatMap(([field, problems]) =>
    problems.map((problem) => {
      if (problem instanceof Problem) return { ...placeOf(field), text: problem };
      if ('key' in problem) return { ...placeOf(field), text: new Problem(problem.key, problem.params) };
      const { line, sku, requested, available } = problem;
      return { ...placeOf(`${field}.${line}.quantity`), text: new Problem('rowShort', { sku, requested, available }) };
    }),
  );

/** A problem of the database: see internal.problem. */
export type Failed = { key: string; params: Record<string, string> };

/** Of an order's line: see internal.refuse_short_lines. */
type Shortage = { line: number; sku: string; requested: number; available: number };
