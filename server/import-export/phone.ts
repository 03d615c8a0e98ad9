// Which of the phones that a row of another shop has is one by which a customer is known here.
import { latinDigits } from '../gate/typed-number.ts';
import { filled } from './cells.ts';

/** What people put between digits, as internal.phone_digits knows it. */
const between = /[ \-–—.,()/\t\n\r\u00a0\u2009\u200b\u200e\u200f\u2010-\u2012\u202a\u202c\u202f\u2060\u2212\ufeff]/g;

/** As internal.canonical_phone reads it: any spelling of a Bangladeshi mobile number. */
const isMobile = (spelling: string) =>
  /^(?:\+880|00880|880)?0?1[3-9]\d{8}$/.test(latinDigits(spelling).replaceAll(between, ''));

/** A phone as shops write it into a cell, where a quote keeps its zero. */
const written = (cell: string | undefined) => filled(cell)?.replace(/^'/, '') ?? null;

/** The first that can be used; and where there is none, the first that is there. */
export function phoneOf(cells: readonly (string | undefined)[]): { phone: string | null; unusable: string | null } {
  const phones = cells.flatMap((cell) => written(cell) ?? []);
  const phone = phones.find(isMobile) ?? null;
  return { phone, unusable: phone === null ? (phones[0] ?? null) : null };
}
