// What of a file has no place here: columns that nothing reads, with how many of their cells say something. They are told with
// what the file would do, so that nothing is lost without a word.
import { Problem } from '../problems/problem.ts';
import { filled } from './cells.ts';
import type { Row } from './read-rows.ts';

/** Cells that say what is so here anyway. */
export type Usual = Readonly<Record<string, RegExp>>;

const usualIn = (usual: Usual, heading: string) => (Object.hasOwn(usual, heading) ? usual[heading] : undefined);

export type Left = { column: string; count: number; text: Problem };

export class ColumnsLeft {
  readonly #columns: { at: number; heading: string; usual: RegExp | undefined }[];
  #counts: number[] = [];

  readonly #why: (heading: string) => string;

  /** `isRead`: whether a heading is of a column that is taken over. `usual`: by headings in lower case. `why`: a key. */
  constructor(
    header: readonly string[],
    isRead: (heading: string) => boolean,
    usual: Usual = {},
    why: (heading: string) => string = () => 'columnLeft',
  ) {
    this.#why = why;
    this.#columns = header.flatMap((cell, at) => {
      const heading = cell.trim();
      return heading === '' || isRead(heading) ? [] : [{ at, heading, usual: usualIn(usual, heading.toLowerCase()) }];
    });
  }

  /** Counts the rows that go by; of a file that is read several times, those of the last. */
  async *watch(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    const counts = this.#columns.map(() => 0);
    this.#counts = counts;
    for await (const row of rows) {
      for (const [n, { at, usual }] of this.#columns.entries()) {
        // The row ends before: headings may be many more than its cells.
        if (at >= row.cells.length) break;
        const cell = filled(row.cells[at]);
        if (cell !== null && !usual?.test(cell)) counts[n]!++;
      }
      yield row;
    }
  }

  found(): Left[] {
    const left = this.#columns.map(({ heading }, n) => ({ column: heading, count: this.#counts[n]! }));
    return left.flatMap((one) => (one.count > 0 ? [{ ...one, text: new Problem(this.#why(one.column)) }] : []));
  }
}
