// Saves a table as CSV, as spreadsheets open it.
import { csvFormatRows } from 'd3-dsv';

type Cell = string | number | null | undefined;

/** A text that a spreadsheet would run as a formula is marked as text; a number stays a number. */
function cellOf(value: Cell): string {
  const text = String(value ?? '');
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  return isFormula ? `'${text}` : text;
}

/** `rows`: the headings first. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  // Spreadsheets know by the mark at the beginning that it is UTF-8.
  const text = `\uFEFF${csvFormatRows(rows.map((row) => row.map(cellOf)))}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}
