// What is wrong, by a key. The English sentence of each key stands in db/code/internal/refusals/sentences.sql, from which the
// database refuses too. A client that tells refusals in words of its own gets the reason and the values beside the sentence.
import fs from 'node:fs';
import type { Meaning, Meanings } from './meaning.ts';

type Values = Readonly<Record<string, string | number>>;

/** The English sentences by key, with what stands in them in braces. */
export const sentences: ReadonlyMap<string, string> = readSentences();

function readSentences(): Map<string, string> {
  const file = new URL('../../db/code/internal/refusals/sentences.sql', import.meta.url);
  const rows = fs.readFileSync(file, 'utf8').matchAll(/^ {2}'([\w.]+)',\s+((?:'(?:[^']|'')*'\s*)+)/gm);
  const text = (literals: string) =>
    literals
      .trim()
      .slice(1, -1)
      .replace(/'\s*\n\s*'/g, '')
      .replaceAll("''", "'");
  return new Map([...rows].map(([, key, literals]) => [key!, text(literals!)]));
}

export class Problem {
  readonly text: string;
  readonly meaning: Meaning;

  constructor(key: string, given: Values = {}) {
    const sentence = sentences.get(key);
    if (sentence === undefined) throw new Error(`sentences.sql has no key ${key}`);
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    this.text = sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
    this.meaning = { reason: reasonOf(key), values };
  }

  /** The same, as a sentence that begins with the field. */
  of(field: string): Problem {
    const text = `${field}: ${this.text}`;
    return Object.assign(Object.create(Problem.prototype), { text, meaning: { ...this.meaning, field } });
  }

  toString(): string {
    return this.text;
  }

  /** REST, tools and the database get the sentence. */
  toJSON(): string {
    return this.text;
  }
}

const reasonOf = (key: string) => key.split('.', 1)[0]!;

/** The problem of a rule of a zod schema, as its message: zod takes nothing but text. */
export const saying = (key: string, values: Values = {}): string => JSON.stringify([key, values]);

export function problemSaid(message: string): Problem {
  const [key, values] = JSON.parse(message) as [string, Values];
  return new Problem(key, values);
}

/** What the sentences mean that are among these. */
export const meaningsOf = (told: Iterable<unknown>): Meanings =>
  Object.fromEntries([...told].flatMap((one) => (one instanceof Problem ? [[one.text, one.meaning]] : [])));

type Raw = { key: string; params: Record<string, string>; field?: string };

/** What internal.fail says, and of what it made its sentences. */
export type Failure = {
  message?: string | null | undefined;
  fields?: Record<string, unknown[]> | null | undefined;
  problem?: Raw | null | undefined;
  problems?: Record<string, unknown[]> | null | undefined;
};

/** What the sentences of a refusal of the database mean. */
export function meaningsIn({ message, fields, problem, problems }: Failure): Meanings {
  const isRaw = (one: unknown): one is Raw => typeof one === 'object' && one !== null && 'key' in one;
  const told = Object.entries(problems ?? {}).flatMap(([field, list]) =>
    list.map((one, n) => [fields?.[field]?.[n], one] as const),
  );
  const meaning = ({ key, params, field }: Raw): Meaning => ({
    reason: reasonOf(key),
    values: params ?? {},
    ...(field && { field }),
  });
  return Object.fromEntries(
    [...told, [message, problem] as const].flatMap(([text, one]) =>
      typeof text === 'string' && isRaw(one) ? [[text, meaning(one)]] : [],
    ),
  );
}
