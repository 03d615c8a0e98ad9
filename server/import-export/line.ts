// What a file says of one product, customer or order: the input of the procedure that takes it in, and what is wrong with it by
// line and column of the file.
/** In words for the person who has the file. */
export type Remark = { line: number; column: string; text: string };

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
  /** The place of a field of the input in the file. */
  placeOf: PlaceOf;
};

export type PlaceOf = (field: string) => { line: number; column: string };

/** Problems of fields, as the checks and the database tell them, where the file has them. */
export const remarksOf = (fields: object, placeOf: PlaceOf): Remark[] =>
  Object.entries(fields as Record<string, (string | Shortage)[]>).flatMap(([field, problems]) =>
    problems.map((problem) =>
      typeof problem === 'string'
        ? { ...placeOf(field), text: problem }
        : {
            ...placeOf(`${field}.${problem.line}.quantity`),
            text: `${problem.sku}: ${problem.requested} are ordered, ${problem.available} available`,
          },
    ),
  );

/** Of an order's line: see internal.refuse_short_lines. */
type Shortage = { line: number; sku: string; requested: number; available: number };
