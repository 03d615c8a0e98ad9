// What stands in a field for a number: it is kept as it was typed, and read in one way.
import { latinDigits, readNumber } from '../gate/typed-number.ts';
import { t } from './i18n.ts';
import type { Limits } from './limits.ts';

/** The number in plain digits; what is none stays as it was typed, and is refused where it arrives. */
export const plain = (text: string): string => readNumber(text) ?? text.trim();

/** For what counts: undefined where no number is typed. */
export function numberOf(text: string): number | undefined {
  const read = readNumber(text);
  return read === undefined ? undefined : Number(read);
}

/** What is kept of amounts, and of counts. */
const largest = { amount: 9_999_999_999.99, count: 2_147_483_647 };

/** Nothing of what was typed is wrong yet. */
const isBegun = (text: string): boolean => /^[-+−৳]*$|\d[.,]$/.test(latinDigits(text).trim());

/** What is wrong with what was typed, in words; nothing where the field is empty. */
export function numberProblem(text: string, { min, max, step }: Limits = {}): string | undefined {
  if (!text.trim()) return undefined;
  const read = readNumber(text);
  if (read === undefined) return t('number.none');
  const [, decimals = ''] = read.split('.');
  if (step === 1 && /[1-9]/.test(decimals)) return t('number.whole');
  if (step === 0.01 && decimals.length > 2) return t('number.decimals');
  const value = Number(read);
  if (min !== undefined && value < min) return t('number.least', { least: min });
  const most = max ?? (step === 1 ? largest.count : largest.amount);
  if (value > most) return t('number.most', { most });
  return value < -most ? t('number.least', { least: -most }) : undefined;
}

/** While one types: what may still become a number is not called wrong. */
export const typingProblem = (text: string, limits: Limits | undefined): string | undefined =>
  isBegun(text) ? undefined : numberProblem(text, limits);
