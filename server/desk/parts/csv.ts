// Saves a table as CSV, as spreadsheets open it.
import { byteOrderMark, type Cell, csvRow } from '../../process/csv.ts';

/** `rows`: the headings first. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const text = byteOrderMark + rows.map(csvRow).join('');
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}
