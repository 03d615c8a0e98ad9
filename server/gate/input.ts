// Checks the input of an operation, for REST and tools: one pass over its schema, all problems at once, in words for people.
// The result is the JSON text for SQL.
import type { z } from 'zod';
import { freeFormObject, storeId } from '../operations/schemas.ts';
import { Problem, problemSaid, saying } from '../problems/problem.ts';
import type { Fields } from './errors.ts';
import { badText, canonicalText, isStorable, isStorableJson, problemsOfFreeForm } from './free-form.ts';
import { baseSchema, given } from './given.ts';

export type Sent = Record<string, unknown>;

/** `sent` is what an Idempotency-Key is bound to: the input before defaults. */
export type Checked = ({ input: string; sent: Sent } | { fields: Fields }) & { lacksStore: boolean };

/** The JSON text of a field as it was sent; free-form objects are taken from it. */
export type TextOf = (field: string) => string | undefined;

/** Collects problems by field. A Map, because a field may be called `__proto__`. */
export class Problems {
  readonly #byField = new Map<string, Problem[]>();
  readonly #shown: (field: string) => string;

  /** The names of fields for the client, where they differ from the path in the input. */
  constructor(shown = (field: string) => field) {
    this.#shown = shown;
  }

  add(path: string, problem: Problem): void {
    const field = this.#shown(path);
    const problems = this.#byField.get(field);
    if (!problems) this.#byField.set(field, [problem]);
    else if (!problems.some(({ text }) => text === problem.text)) problems.push(problem);
  }

  get fields(): Fields | null {
    return this.#byField.size > 0 ? Object.fromEntries(this.#byField) : null;
  }
}

/** Checks the sent fields; `problems` may already have problems that were found before (a repeated parameter, for example). */
export function checkInput(schema: z.ZodObject, all: Sent, problems = new Problems(), textOf?: TextOf): Checked {
  const sent = given(schema, all) as Sent;
  const parsed = schema.safeParse(sent, { error: describe });
  if (!parsed.success) addIssues(parsed.error.issues, problems);
  const freeForm = freeFormIn(schema, sent, textOf);
  const bounded = freeForm.filter(([field, text]) => {
    const found = problemsOfFreeForm(text);
    for (const problem of found) problems.add(field, problem);
    return found.length === 0;
  });
  const input = parsed.success ? JSON.stringify({ ...parsed.data, ...Object.fromEntries(freeForm) }) : '';
  // JSON.stringify escapes what Postgres cannot hold in text, so the search for it is cheap; a client's own backslash
  // can look alike, hence the walk before anything is refused.
  if (bounded.length === freeForm.length && /\\u(0000|d[89a-f])/i.test(input)) {
    findBadText(sent, '', problems);
    for (const [field, text] of bounded) if (!problems.fields && !isStorableJson(text)) problems.add(field, badText);
  }
  const lacksStore = sent.store_id === undefined && wantsStore(schema);
  const { fields } = problems;
  if (fields) return { fields, lacksStore };
  for (const [field, text] of freeForm) sent[field] = canonicalText(text);
  return { input, sent, lacksStore };
}

/**
 * True when a company key must give store_id: on writes, reports and the store profile.
 * see: guides/overview#your-key
 */
const wantsStore = ({ shape }: z.ZodObject) =>
  Object.hasOwn(shape, 'store_id') && baseSchema(shape.store_id!) === storeId;

/** The problems found and, for a company key without store_id, that problem too. */
export const withStore = (fields: Fields, lacksStore: boolean, keyType: 'company' | 'store' | undefined): Fields =>
  lacksStore && keyType === 'company' && !Object.hasOwn(fields, 'store_id')
    ? { ...fields, store_id: [new Problem('required.companyKey')] }
    : fields;

/** The fields of a schema that take free-form objects: few have any, and every call asks. */
export function freeFormFields(schema: z.ZodObject): string[] {
  let fields = freeFormOf.get(schema);
  if (!fields) {
    fields = Object.keys(schema.shape).filter((field) => baseSchema(schema.shape[field]!) === freeFormObject);
    freeFormOf.set(schema, fields);
  }
  return fields;
}

const freeFormOf = new WeakMap<z.ZodObject, string[]>();

/** The free-form objects among what was sent, as JSON text. */
function freeFormIn(
  schema: z.ZodObject,
  sent: Sent,
  textOf: TextOf = () => undefined,
): [field: string, text: string][] {
  return freeFormFields(schema).flatMap((field) => {
    const value = sent[field];
    const isOne = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isOne ? [[field, textOf(field) ?? JSON.stringify(value)]] : [];
  });
}

function addIssues(issues: z.core.$ZodIssue[], problems: Problems): void {
  const mistyped = new Set<string>();
  for (const issue of issues) {
    const path = issue.path.map(String);
    const field = path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) problems.add([...path, key].join('.'), new Problem('notAllowed.here'));
    } else if (!mistyped.has(field)) {
      problems.add(field || 'body', problemSaid(issue.message));
    }
    // For a value of the wrong type, only the type is reported.
    if (issue.code === 'invalid_type') mistyped.add(field);
  }
}

function findBadText(value: unknown, path: string, problems: Problems): void {
  const check = (text: string, field: string) => {
    if (!isStorable(text)) {
      problems.add(field || 'body', badText);
    }
  };
  if (typeof value === 'string') check(value, path);
  if (value === null || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    check(key, path);
    findBadText(child, path ? `${path}.${key}` : key, problems);
  }
}

const kinds: Record<string, string> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Record<string, string> = { guid: 'notAllowed.uuid', email: 'email' };

/** The message of a problem whose schema has no message of its own. */
function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return saying('required');
      return saying('notAllowed.kind', { thing: kinds[issue.expected] ?? issue.expected });
    case 'invalid_value':
      if (issue.input === undefined) return saying('required');
      return saying('notAllowed.words', { words: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return saying(formats[issue.format] ?? 'notAllowed.form');
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return saying('required.notEmpty');
      return saying(sized(tooFew, issue.origin, issue.minimum), { least: String(issue.minimum) });
    case 'too_big':
      return saying(sized(tooMany, issue.origin, issue.maximum), { most: String(issue.maximum) });
    default:
      return saying('notAllowed.valid');
  }
}

type Sizes = { text: string; entries: string; entry: string; number: string };
const tooFew = { text: 'tooShort', entries: 'atLeast.entries', entry: 'atLeast.entry', number: 'atLeast' };
const tooMany = { text: 'tooLong.characters', entries: 'atMost.entries', entry: 'atMost.entry', number: 'atMost' };

function sized(keys: Sizes, origin: string, size: number | bigint): string {
  if (origin === 'string') return keys.text;
  if (origin === 'array') return Number(size) === 1 ? keys.entry : keys.entries;
  return keys.number;
}
