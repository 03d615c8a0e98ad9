// Short names for the keys of texts: 'order.nothingNext' is in each page that says it and in the texts of each
// language, and only the compiler reads it. So those who open a page do not wait for it.
import fs from 'node:fs';
import path from 'node:path';

const literal = /(['"])([a-z]\w*\.\w+)\1/gi;
const made = /`([a-z]\w*)\.\w*\$\{/gi;

export type Shortener = { shorten: (text: string) => string; nameOf: (key: string) => string | undefined };

/** Numbers among the names of an object would come first. */
const inLetters = (at: number) =>
  at.toString(26).replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)]!);

/**
 * Gives what replaces the keys in the text of a module, and the short name of a key. Takes the folder of the pages. A list whose keys are put together when
 * they are asked for (a status, what happened to goods) keeps its keys. No key is the name of anything else
 * (test/unit/desk_files.test.ts).
 */
export function keyShortener(directory: string): Shortener {
  const read = (file: string) => fs.readFileSync(path.join(directory, file), 'utf8');
  const pages = fs
    .globSync('**/*.ts', { cwd: directory })
    .filter((file) => !file.startsWith('messages'))
    .sort()
    .map(read);
  const said = new Set(pages.flatMap((text) => [...text.matchAll(literal)].map(([, , key]) => key!)));
  const keys = [...read('messages/en.ts').matchAll(/^ {2}'([a-z]\w*\.\w+)':/gim)].map(([, key]) => key!);
  const listOf = (key: string) => key.split('.')[0]!;
  const kept = new Set([
    ...pages.flatMap((text) => [...text.matchAll(made)].map(([, list]) => list!)),
    ...keys.filter((key) => !said.has(key)).map(listOf),
  ]);
  const short = new Map(keys.filter((key) => !kept.has(listOf(key))).map((key, at) => [key, inLetters(at)]));
  return {
    shorten: (text) =>
      text.replace(literal, (whole, quote, key) => (short.has(key) ? quote + short.get(key) + quote : whole)),
    nameOf: (key) => short.get(key),
  };
}

/**
 * Gives the module of a language's texts. Short names follow from the place of a text, so they are made where it is read: sent,
 * they would be a seventh of it.
 */
export function textsModule(name: string, texts: Record<string, unknown>, { nameOf }: Shortener): string {
  let next = 0;
  const list = Object.entries(texts).map(([key, text]) => {
    const isNext = nameOf(key) === inLetters(next);
    if (isNext) next++;
    return isNext ? text : [nameOf(key) ?? key, text];
  });
  return `const inLetters = ${inLetters};
    let next = 0;
    export const ${name} = Object.fromEntries(
      ${JSON.stringify(list)}.map((one) => Array.isArray(one) ? one : [inLetters(next++), one]));`;
}
