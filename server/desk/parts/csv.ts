// Saves a table as CSV, as spreadsheets open it.
import { byteOrderMark, type Cell, csvRow } from '../../process/csv.ts';
import { saveFile } from '../save-file.ts';

/** `rows`: the headings first. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const text = byteOrderMark + rows.map(csvRow).join('');
  saveFile(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
