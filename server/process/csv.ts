// Rows of a CSV file as RFC 4180 writes them. What a spreadsheet would run as a formula is marked as text. Also for the
// pages of staff, so nothing of Node is used here.

export type Cell = string | number | boolean | null | undefined;

/** Spreadsheets know by this mark at the beginning that a file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A text that a spreadsheet would run as a formula is marked as text; a number stays a number. */
function cellOf(value: Cell): string {
  const text = String(value ?? '');
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text);
  const cell = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A row with its line end. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
