// Columns by the names that several shops and their plugins give them.
import { filled } from './cells.ts';
import type { Row } from './read-rows.ts';

export type Headings<Column extends string> = Record<Column, readonly string[]>;

/** Headings are alike whatever their letter case and the marks between their words: billing_phone, Billing Phone. */
export const plain = (heading: string) =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}#%]+/gu, ' ')
    .trim();

/** The cells of a row by column, and what the file calls each. */
export class Columns<Column extends string> {
  readonly #at = new Map<Column, number>();
  readonly #read = new Set<string>();
  readonly names: Record<Column, string>;

  constructor(headings: Headings<Column>, header: readonly string[]) {
    const given = header.map(plain);
    const entries = Object.entries(headings) as [Column, readonly string[]][];
    this.names = Object.fromEntries(entries.map(([column, [first]]) => [column, first])) as Record<Column, string>;
    for (const [column, names] of entries) {
      const at = names.map((name) => given.indexOf(plain(name))).find((n) => n >= 0);
      if (at === undefined) continue;
      this.#at.set(column, at);
      this.names[column] = header[at]!.trim();
      this.#read.add(given[at]!);
    }
  }

  has = (column: Column) => this.#at.has(column);
  raw = (row: Row, column: Column) => row.cells[this.#at.get(column) ?? -1];
  cell = (row: Row, column: Column) => filled(this.raw(row, column));
  /** The cells that say something, in this order. */
  cells = (row: Row, ...columns: Column[]) => columns.flatMap((column) => this.cell(row, column) ?? []);
  isRead = (heading: string) => this.#read.has(plain(heading));
}
