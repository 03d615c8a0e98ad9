// Short names for the keys of texts: 'order.nothingNext' is in each page that says it and in the texts of each
// language, and only the compiler reads it. So those who open a page do not wait for it.
import fs from 'node:fs';
import path from 'node:path';

const literal = /(['"])([a-z]\w*\.\w+)\1/gi;
const made = /`([a-z]\w*)\.\w*\$\{/gi;

/** Numbers among the names of an object would come first. */
const inLetters = (at: number) =>
  at.toString(26).replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)]!);

/**
 * Gives what replaces the keys in the text of a module. Takes the folder of the pages. A list whose keys are put together when
 * they are asked for (a status, what happened to goods) keeps its keys. No key is the name of anything else
 * (test/unit/desk_files.test.ts).
 */
export function keyShortener(directory: string): (text: string) => string {
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
  return (text) =>
    text.replace(literal, (whole, quote, key) => (short.has(key) ? quote + short.get(key) + quote : whole));
}
