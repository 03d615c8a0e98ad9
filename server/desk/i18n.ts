// The language of the pages. Texts are in messages/en.ts and messages/bn.ts, and are sent with the bundle whose
// pages say them; a sentence is one text with names in braces, never put together from pieces, and has a form for each plural of
// its language.
import type { BundleName } from './bundles.ts';
import type { en } from './messages/en.ts';
import type { Message } from './messages/message.ts';
import { textsOf } from './texts.ts';

export type MessageKey = keyof typeof en;
export type Language = 'en' | 'bn';
type Values = Record<string, string | number>;

/** People of Bangladesh group digits by lakh and crore in both languages. */
const locales = { en: 'en-IN', bn: 'bn-BD' } as const;

export const settings = {
  language: 'en' as Language,
  /** Bengali digits are a choice: many who read Bengali write prices in Latin digits. */
  digits: 'latn' as 'latn' | 'beng',
  timeZone: undefined as string | undefined,
};

let messages: Record<string, Message> = {};
/** Words that come with the data, by language and key. */
const learnt: Record<Language, Record<string, string>> = { en: {}, bn: {} };
const storage = 'haat.language';

/** Whose texts are there, or on their way. */
const places = new Set<BundleName | 'start'>(['start']);
let wanted: Language;

/** Takes what was chosen in this browser, else what the browser prefers; with the texts of the bundle that is opened. */
export async function loadLanguage(bundle: BundleName | undefined): Promise<void> {
  if (bundle) places.add(bundle);
  const [language, digits] = (localStorage.getItem(storage) ?? '').split(' ');
  await useLanguage(
    language === 'bn' || (!language && navigator.language.startsWith('bn')) ? 'bn' : 'en',
    digits === 'beng' ? 'beng' : 'latn',
  );
}

async function useLanguage(language: Language, digits: 'latn' | 'beng'): Promise<void> {
  wanted = language;
  const texts = await Promise.all([...places].map((place) => textsOf(language, place)));
  // Another language was chosen meanwhile.
  if (wanted !== language) return;
  messages = Object.assign({}, ...texts);
  Object.assign(settings, { language, digits });
  document.documentElement.lang = language;
  formats.clear();
}

/** Loads the texts that only the pages of a bundle say. */
export async function loadTexts(bundle: BundleName): Promise<void> {
  const isNew = !places.has(bundle);
  places.add(bundle);
  try {
    await useLanguage(settings.language, settings.digits);
  } catch (error) {
    if (isNew) places.delete(bundle);
    throw error;
  }
}

export function chooseLanguage(language: Language, digits: 'latn' | 'beng'): Promise<void> {
  localStorage.setItem(storage, `${language} ${digits}`);
  // The server names the texts in the page, so that they come with the rest.
  // biome-ignore lint/suspicious/noDocumentCookie: the other way needs https
  document.cookie = `haat.language=${language}; path=/admin; max-age=31536000; samesite=strict`;
  return useLanguage(language, digits);
}

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.PluralRules | Intl.RelativeTimeFormat>();
const tag = () => `${locales[settings.language]}-u-nu-${settings.digits}`;

function format<Format>(name: string, make: (locale: string) => Format): Format {
  const known = formats.get(name) as Format | undefined;
  if (known) return known;
  const made = make(tag());
  formats.set(name, made as never);
  return made;
}

/** The text of a key; `count` chooses its plural. Numbers are written in the digits of the language. */
export function t(key: MessageKey, values: Values = {}): string {
  const message = messages[key] ?? key;
  let text: string;
  if (typeof message === 'string') text = message;
  else {
    const rules = format('plural', (locale) => new Intl.PluralRules(locale));
    text = (rules.select(Number(values.count)) === 'one' && message.one) || message.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/** Takes words that come with the data. */
export const learn = (language: Language, words: Record<string, string>): void => {
  Object.assign(learnt[language], words);
};

/** The word for a value of a closed list, such as label('status', 'on_hold'); one without a text is shown as it is. */
export function label(list: string, code: string | null | undefined): string {
  if (!code) return '';
  const key = `${list}.${code}`;
  const message = messages[key] ?? learnt[settings.language][key];
  return typeof message === 'string' ? message : code.replaceAll('_', ' ');
}

export const number = (value: number): string =>
  format('number', (locale) => new Intl.NumberFormat(locale)).format(value);

/** How many wait; beyond a thousand the exact number does not matter. */
export const countText = (count: number): string => (count >= 1000 ? `${number(999)}+` : number(count));

/** The symbol of a currency, and whether it is written after the amount. */
export type CurrencySymbol = { text: string; isAfter: boolean };
export const noSymbol: CurrencySymbol = { text: '', isAfter: false };

/** How a store writes its currency. */
export const symbolFrom = (
  store: { currencySymbol: string; symbolPosition: string } | null | undefined,
): CurrencySymbol => (store ? { text: store.currencySymbol, isAfter: store.symbolPosition === 'after' } : noSymbol);

/** An amount as it is written there: ৳1,25,000, and ৳99.50 only where there are poisha. Amounts are texts, as in GraphQL. */
export function money(amount: string | null | undefined, symbol: CurrencySymbol): string {
  if (amount == null) return '–';
  const whole = /\.0*$|^-?\d+$/.test(amount);
  const digits = whole ? 0 : 2;
  const text = format(
    `money${digits}`,
    (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  ).format(amount.replace(/^-/, '') as Intl.StringNumericLiteral);
  const sign = amount.startsWith('-') ? '−' : '';
  return symbol.isAfter ? `${sign}${text}\u00a0${symbol.text}` : `${sign}${symbol.text}${text}`;
}

const dateFormats = {
  time: { hour: 'numeric', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  dayAndTime: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  full: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A moment by the clock of the company's first store, or of the store that it belongs to. */
export function when(
  moment: string | Date | null | undefined,
  style: keyof typeof dateFormats = 'dayAndTime',
  timeZone: string | undefined = settings.timeZone,
): string {
  if (!moment) return '';
  const at = new Date(moment);
  // What was half a year ago, or will be, says its year.
  const isFar = style.startsWith('day') && Math.abs(at.getTime() - Date.now()) > 15_768_000_000;
  const year = isFar ? { year: 'numeric' } : {};
  // Bengali says which part of the day it is, before the hour; AM and PM are English.
  const isInBengali = settings.language === 'bn' && style !== 'day';
  const written = format(
    `${style} ${timeZone} ${isFar}`,
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        ...{ ...dateFormats[style], ...year, hour12: true, timeZone },
        ...(isInBengali && { dayPeriod: 'short' }),
      } as never),
  );
  return isInBengali ? withDayPart(written.formatToParts(at)) : written.format(at);
}

function withDayPart(parts: Intl.DateTimeFormatPart[]): string {
  const part = parts.find(({ type }) => type === 'dayPeriod')?.value.replace('রাত্রি', 'রাত');
  return parts
    .map(({ type, value }) => (type === 'hour' && part ? `${part} ${value}` : type === 'dayPeriod' ? '' : value))
    .join('')
    .trimEnd();
}

/** What people call a time zone: Bangladesh Standard Time. */
export const zoneName = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat(locales[settings.language], { timeZone, timeZoneName: 'long' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')!.value;

/** A day of the calendar, which has no time zone. */
export const day = (date: string): string =>
  format(
    'calendar',
    (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  ).format(new Date(`${date}T00:00:00Z`));

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago, or in how long: "2 hours ago". */
export function ago(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['minute', 60] as const);
  return format('relative', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
    Math.trunc(seconds / length),
    unit,
  );
}
