// A number as people type it: in Bengali or Latin digits, grouped by thousand or by lakh, with the sign of the taka. What could
// be meant in two ways is not read: no guess is made at what a person meant.

/** Bengali digits as Latin ones. */
export const latinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));

const currency = String.raw`(?:৳|টাকা|tk\.?|bdt)?\s*`;
const written = new RegExp(String.raw`^([-+]?)\s*${currency}(-?)([\d,]+)(\.\d+)?\s*(?:/-|${currency})$`, 'i');
/** 1250 · 1,250,000 · 12,50,000 */
const grouped = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})$/;

/**
 * The number in plain digits, such as -1250.50: the decimals as they were typed. Undefined where there is none, or where it cannot
 * be told which: 12,50 is twelve and a half to some, and a mistake to others.
 */
export function readNumber(text: string): string | undefined {
  const [, before, within, units = '', decimals = ''] = written.exec(latinDigits(text).trim().replace('−', '-')) ?? [];
  if (!grouped.test(units) || (before && within)) return undefined;
  const number = units.replaceAll(',', '').replace(/^0+(?=\d)/, '') + decimals;
  return (before === '-' || within) && /[1-9]/.test(number) ? `-${number}` : number;
}
