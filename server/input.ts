// Checks the input of an operation, for REST and tools alike: one pass over its schema, every problem told at once, in
// words for people. What comes out is the JSON text that goes to SQL.
import type { z } from 'zod';
import type { Fields } from './errors.ts';

export type Checked = { input: string } | { fields: Fields };

/** Collects problems by field. A Map, because a field may be called `__proto__`. */
export class Problems {
  readonly #byField = new Map<string, string[]>();
  readonly #shown: (field: string) => string;

  /** Takes how a field is named to the client, where that is not its path in the input. */
  constructor(shown = (field: string) => field) {
    this.#shown = shown;
  }

  add(path: string, problem: string): void {
    const field = this.#shown(path);
    const problems = this.#byField.get(field);
    if (!problems) this.#byField.set(field, [problem]);
    else if (!problems.includes(problem)) problems.push(problem);
  }

  get fields(): Fields | null {
    return this.#byField.size > 0 ? Object.fromEntries(this.#byField) : null;
  }
}

/** Checks what was sent; `problems` may hold what was already found wrong with it (a repeated parameter, say). */
export function checkInput(schema: z.ZodObject, sent: unknown, problems = new Problems()): Checked {
  const parsed = schema.safeParse(sent, { error: describe });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const path = issue.path.map(String);
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) problems.add([...path, key].join('.'), 'not allowed');
      } else {
        problems.add(path.join('.') || 'body', issue.message);
      }
    }
    return { fields: problems.fields! };
  }
  const input = JSON.stringify(parsed.data);
  // Postgres cannot hold these in text. JSON.stringify escapes both, so the search for them is cheap; a client's own
  // backslash can look alike, hence the walk before anything is refused.
  if (/\\u(0000|d[89a-f])/.test(input)) findBadText(parsed.data, '', problems);
  const { fields } = problems;
  return fields ? { fields } : { input };
}

function findBadText(value: unknown, path: string, problems: Problems): void {
  const check = (text: string, field: string) => {
    if (text.includes('\0') || !text.isWellFormed()) {
      problems.add(field || 'body', 'must not hold NUL characters or half surrogate pairs');
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

const formats: Record<string, string> = { guid: 'must be a UUID', email: 'must be an email address' };

/** The words for a problem whose schema has none of its own. */
function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form';
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${sized(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${sized(issue.origin, 'at most', issue.maximum)}`;
    default:
      return 'is not valid';
  }
}

function sized(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `be ${bound} ${size} characters long`;
  if (origin === 'array') return `have ${bound} ${size} ${Number(size) === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${size}`;
}
