// What is seldom said: why something was refused, what fields are called, and what a person did. The server speaks
// English, and says beside each sentence what it means (server/problems/meaning.ts): that is told in the language of the
// pages. The words are loaded after the pages stand; until then, and where a page has no words for a reason, a sentence
// is shown as it came.

import type { Meaning, Meanings } from '../problems/meaning.ts';
import { label, money, noSymbol, number, settings, t } from './i18n.ts';
import type { Words } from './messages/words-en.ts';
import { html, useEffect, useState, type VNode } from './view.ts';

let known: { language: string; words: Words } | undefined;
const meanings = new Map<string, Meaning>();

/** What a sentence of the server means. */
export const meaningOf = (text: string | undefined): Meaning | undefined => meanings.get(text ?? '');

/** Takes what an answer says its sentences mean. */
export function learn(said: { meanings?: Meanings } | null | undefined): void {
  for (const [text, meaning] of Object.entries(said?.meanings ?? {})) meanings.set(text, meaning);
}

/** Loads the words of the language, once. */
export async function loadWords(): Promise<void> {
  const { language } = settings;
  if (known?.language === language) return;
  const words = await (language === 'bn' ? import('./messages/words-bn.ts') : import('./messages/words-en.ts'));
  known = { language, words };
}

/** Values that are words of a closed list. */
const lists: Record<string, string> = {
  orderStatus: 'status',
  toStatus: 'status',
  parcelStatus: 'parcelStatus',
  permission: 'permission',
};

function shown(name: string, value: string): string {
  if (name === 'fields') return value.split(', ').map(fieldName).join(', ');
  const list = lists[name];
  if (list) return label(list, value.replace(/[ .]/g, '_'));
  if (/^\d+$/.test(value)) return number(Number(value));
  return /^\d+\.\d\d$/.test(value) ? money(value, noSymbol) : value;
}

const fill = (message: string, values: Record<string, string>) =>
  message.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** What a field is called; one of a line by its last name and the number of the line. One that has no name here as it is. */
export function fieldName(field: string): string {
  const parts = field.split('.');
  const last = parts.findLast((part) => !/^\d+$/.test(part)) ?? field;
  const name = last.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const text = (known?.words.fields as Record<string, string> | undefined)?.[name] ?? last.replaceAll('_', ' ');
  const line = parts.findLast((part) => /^\d+$/.test(part));
  return line === undefined ? text : t('field.ofLine', { field: text, n: Number(line) + 1 });
}

/** What came without words of ours is not shown to who reads another language: it cannot be helped by it. */
export const inLanguage = (text: string): string =>
  settings.language === 'en' || /[^\x20-\x7e]/.test(text) || !/[a-z]{2}/i.test(text) ? text : t('field.wrong');

/**
 * A refusal in the language of the pages. `name`: what the field is called that it is about; empty where it is told already.
 * `meaning`: what came beside the sentence; an error brings it itself (learn).
 */
export function refusedText(text: string, name?: string, meaning?: unknown): string | undefined {
  const told = (meaning as Meaning | null | undefined) ?? meaningOf(text);
  const words = told && (known?.words.refused as Record<string, string> | undefined)?.[told.reason];
  if (!words) return undefined;
  const values = Object.entries(told.values).map(([key, value]) => [key, shown(key, value)]);
  const field = name ?? (told.field ? fieldName(told.field) : t('product.field'));
  const message = words.replace(name === '' ? '{field}: ' : '', '');
  return fill(message, { ...Object.fromEntries(values), field });
}

/** Loads the words as soon as they are needed, and shows again what needs them. Gives whether they are there. */
export function useWords(areNeeded: boolean): boolean {
  const [, show] = useState(false);
  useEffect(() => {
    if (areNeeded && known?.language !== settings.language)
      loadWords().then(
        () => show(true),
        () => {},
      );
  }, [areNeeded]);
  return known?.language === settings.language;
}

type ToldProps = { text: string | null | undefined; name?: string; meaning?: unknown };

/** What the server says of something, or as it came. `name`, `meaning`: see refusedText. */
export function Told({ text, name, meaning }: ToldProps): VNode {
  useWords(Boolean(text));
  return html`${text && (refusedText(text, name, meaning) ?? inLanguage(text))}`;
}

/** A text of the page of jobs. */
export const jobText = (key: keyof Words['jobs'], values: Record<string, string> = {}): string =>
  known ? fill(known.words.jobs[key], values) : '';

/** An act of a person in words; undefined for an unknown act. */
export function actText(action: string, who: string, what: string): string | undefined {
  const message = (known?.words.acts as Record<string, string> | undefined)?.[action];
  return message && fill(message, { who, what }).replace(/ {2,}/g, ' ').replace(' -এর', '-এর').trim();
}
