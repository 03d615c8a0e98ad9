// The values of cells: how texts are kept from being run as formulas, and how amounts and answers are read.
import { latinDigits, readNumber } from '../gate/typed-number.ts';

/**
 * A text that a spreadsheet would run as a formula gets a quote in front, and one that begins like that gets one more, so that
 * taking one away gives back what was there. A number stays a number.
 */
export function defused(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

export function withoutDefusal(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** A cell that says something, without blanks around it. */
export const filled = (cell: string | undefined): string | null => cell?.trim() || null;

/**
 * A number as people and shops write it: 1,250.00, 1250,5, ৳ ১২৫০. Null when there is none; NaN when it cannot be read, which
 * the check of the field then refuses.
 */
export function numberIn(cell: string | undefined): number | null {
  const text = latinDigits(filled(cell) ?? '').replace(/^\$\s*/, '');
  if (!text) return null;
  // The shops that files come from may write decimals with a comma.
  const plain = /^\D*\d+,\d{1,2}\D*$/.test(text) ? text.replace(',', '.') : text;
  return Number(readNumber(plain) ?? Number.NaN);
}

export const isYes = (cell: string | undefined) => /^(true|yes|1)$/i.test(cell?.trim() ?? '');

/** Splits at commas that have no backslash before them, as WooCommerce joins lists. */
export function listIn(cell: string | undefined): string[] {
  const parts = (cell ?? '').split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());
  return parts.filter((part) => part !== '');
}

export const asList = (parts: readonly string[]) => parts.map((part) => part.replaceAll(',', '\\,')).join(', ');

/** A long number as spreadsheets shorten it when they save it: 8.9E+12. Its digits are gone. */
export const isShortened = (cell: string | undefined) => /^\d([.,]\d+)?E\+\d{2,}$/i.test(cell?.trim() ?? '');
