// Saves a table as CSV, as spreadsheets open it.

type Cell = string | number | null | undefined;

/** A text that a spreadsheet would run as a formula is marked as text; a number stays a number. */
function cellOf(value: Cell): string {
  const text = String(value ?? '');
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** `rows`: the headings first. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  // Spreadsheets know by the mark at the beginning that it is UTF-8.
  const url = URL.createObjectURL(new Blob(['\uFEFF', csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${name}.csv` });
  link.click();
  URL.revokeObjectURL(url);
}
