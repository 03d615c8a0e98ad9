// Short names for the keys of texts: 'order.nothingNext' is in each page that says it and in the texts of each
// language, and only the compiler reads it. So those who open a page do not wait for it.
import fs from 'node:fs';
import path from 'node:path';
import { type Place, places, placesOfTexts } from './desk-texts.ts';

const literal = /(['"])([a-z]\w*\.\w+)\1/gi;
const made = /`([a-z]\w*)\.\w*\$\{/gi;

export type Shortener = {
  shorten: (text: string) => string;
  nameOf: (key: string) => string | undefined;
  /** The keys that are sent to a place, in the order of their names. */
  keysAt: (place: Place) => string[];
};

/** Numbers among the names of an object would come first. */
const inLetters = (at: number) =>
  at.toString(26).replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)]!);

/**
 * Gives what replaces the keys in the text of a module, the short name of a key, and the keys of a place. Takes the folder of the
 * pages. A list whose keys are put together when they are asked for (a status, what happened to goods) keeps its keys. No key is
 * the name of anything else (test/check/desk-keys.ts).
 */
export function keyShortener(directory: string): Shortener {
  const read = (file: string) => fs.readFileSync(path.join(directory, file), 'utf8');
  const pages = fs
    .globSync('**/*.ts', { cwd: directory })
    .filter((file) => !file.startsWith('messages'))
    .sort()
    .map(read);
  const said = new Set(pages.flatMap((text) => [...text.matchAll(literal)].map(([, , key]) => key!)));
  const unsorted = [...read('messages/en.ts').matchAll(/^ {2}'([a-z]\w*(?:\.\w+)+)':/gim)].map(([, key]) => key!);
  const listOf = (key: string) => key.split('.')[0]!;
  const hasTwoParts = (key: string) => key.split('.').length === 2;
  const kept = new Set([
    ...pages.flatMap((text) => [...text.matchAll(made)].map(([, list]) => list!)),
    ...unsorted.filter((key) => hasTwoParts(key) && !said.has(key)).map(listOf),
  ]);
  const isKept = (key: string) => kept.has(listOf(key)) || !hasTwoParts(key);
  const placeOf = placesOfTexts(directory);
  const keysAt = Object.groupBy(unsorted, (key) => placeOf(key, isKept(key)));
  const keys = places.flatMap((place) => keysAt[place] ?? []);
  const short = new Map(keys.filter((key) => !isKept(key)).map((key, at) => [key, inLetters(at)]));
  return {
    shorten: (text) =>
      text.replace(literal, (whole, quote, key) => (short.has(key) ? quote + short.get(key) + quote : whole)),
    nameOf: (key) => short.get(key),
    keysAt: (place) => keysAt[place] ?? [],
  };
}

/**
 * Gives the module of a language's texts of a place. Short names follow from the place of a text among all, so they are made where
 * it is read: sent, they would be a seventh of it.
 */
export function textsModule(texts: Record<string, unknown>, place: Place, { nameOf, keysAt }: Shortener): string {
  const keys = keysAt(place);
  const before = places.slice(0, places.indexOf(place)).flatMap(keysAt).filter(nameOf).length;
  let next = before;
  const list = keys.map((key) => {
    const isNext = nameOf(key) === inLetters(next);
    if (isNext) next++;
    return isNext ? texts[key] : [nameOf(key) ?? key, texts[key]];
  });
  return `const inLetters = ${inLetters};
    let next = ${before};
    export const texts = Object.fromEntries(
      ${JSON.stringify(list)}.map((one) => Array.isArray(one) ? one : [inLetters(next++), one]));`;
}

/** The module that imports the texts of a language and a place: desk/texts.ts, as it is sent. */
export function textsImports(languages: readonly string[]): string {
  const one = (language: string, place: Place) => `'${language} ${place}': () => import('texts:${language}-${place}')`;
  return `const all = {${languages.flatMap((language) => places.map((place) => one(language, place))).join()}};
    export const textsOf = async (language, place) => (await all[language + ' ' + place]()).texts;`;
}
