// What was copied from a sheet and is pasted into the table of variants: by its headings where it has some, else from the cell
// on in which it is pasted.
import { cellsOf } from '../../parts/sheet-cells.ts';

export const gridFields = ['price', 'discountPrice', 'costPrice', 'sku', 'stock', 'barcode'] as const;
export type GridField = (typeof gridFields)[number];
export type GridRow = { key: string; sku: string; fields: readonly GridField[] };
export type Pasted = {
  cells: { key: string; field: GridField; text: string }[];
  /** So many cells that say something have no place here. */
  left: number;
};

/** The first that fits. A price to compare with, as of other shops, is none of ours. */
const headings: [GridField | undefined, RegExp][] = [
  [undefined, /compare/i],
  ['discountPrice', /sale|discount|offer|ছাড/i],
  ['costPrice', /cost|purchase|কেনা|ক্র|খরচ/i],
  ['price', /price|দাম|মূল্য/i],
  ['sku', /sku|এসকেইউ/i],
  ['stock', /stock|quantity|qty|on hand|available|স্টক|মজুত|পরিমাণ/i],
  ['barcode', /bar ?code|ean|upc|বারকোড/i],
];
const fieldOf = (heading: string) => headings.find(([, name]) => name.test(heading.normalize('NFC')))?.[0];
/** Numbers and codes are no headings; what is left blank has no column. */
const isHeading = (row: readonly string[]) =>
  row.some((cell) => fieldOf(cell)) && row.every((cell) => !/[0-9০-৯]/.test(cell));

/** A list with commas says so by its headings: in a price a comma is a part of the number. */
export function readPasted(text: string): Promise<string[][]> {
  const clean = text.replace(/^\uFEFF/, '').replace(/[\r\n]+$/, '');
  const first = clean.slice(0, clean.search(/[\r\n]|$/));
  const separator = [',', ';'].find(
    (one) => !first.includes('\t') && first.includes(one) && isHeading(first.split(one)),
  );
  return cellsOf(clean, separator ?? '\t');
}

export function placed(
  sheet: readonly string[][],
  rows: readonly GridRow[],
  at: { key: string; field: GridField },
): Pasted {
  const [first = []] = sheet;
  const hasHeading = sheet.length > 1 && isHeading(first);
  const start = rows.findIndex(({ key }) => key === at.key);
  const visible = rows[start]?.fields ?? [];
  const columns = hasHeading ? first.map(fieldOf) : visible.slice(visible.indexOf(at.field));
  const skuAt = hasHeading ? columns.indexOf('sku') : -1;
  const bySku = new Map(rows.map((row) => [row.sku.trim().toUpperCase(), row]));
  const skuOf = (row: readonly string[]) => row[skuAt]?.trim().toUpperCase() ?? '';
  const others = hasHeading ? sheet.slice(1) : sheet;
  // SKUs that are here already name their rows, in any order.
  const isBySku = skuAt >= 0 && others.some((row) => bySku.has(skuOf(row)));
  const pasted: Pasted = { cells: [], left: 0 };
  for (const [n, row] of others.entries()) {
    const target = isBySku ? bySku.get(skuOf(row)) : rows[start + n];
    for (const [column, cell] of row.entries()) {
      const text = cell.trim();
      const field = columns[column];
      if (!text || (isBySku && field === 'sku' && target)) continue;
      if (target && field && target.fields.includes(field)) pasted.cells.push({ key: target.key, field, text });
      else pasted.left += 1;
    }
  }
  return pasted;
}
