// Objects that are the client's own. They are kept to the letter (the order of keys, every digit, what is given twice),
// which no parsed value is, so they travel as the JSON text that was sent.

const deepest = 8;
const longest = 16_000;

// Of text that JSON.parse has taken; it takes nothing that this would read otherwise.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

const isOpening = (token: string) => token === '{' || token === '[';
const isClosing = (token: string) => token === '}' || token === ']';

/** The text of the member under `path` in valid JSON; of a name given twice the last counts, as in JSON.parse. */
export function textAt(json: string, path: string[]): string | undefined {
  let found: string | undefined = json;
  for (const name of path) found = found === undefined ? undefined : memberOf(found, name);
  return found;
}

function memberOf(json: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let key: string | undefined;
  let start = 0;
  for (const { 0: token, index } of json.matchAll(tokens)) {
    if (depth === 0 && token !== '{') return undefined;
    if (depth === 1) {
      if (key === undefined && token.startsWith('"')) key = JSON.parse(token);
      else if (token === ':') start = index + 1;
      else if (token === ',' || token === '}') {
        if (key === name) found = json.slice(start, index).trim();
        key = undefined;
      }
    }
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
  }
  return found;
}

/** Every object and list in a value that was parsed from valid JSON, each with its own text. */
export function textsIn(json: string, parsed: object): Map<object, string> {
  const texts = new Map<object, string>();
  const open: { value: unknown; start: number; key: string | number | undefined }[] = [];
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const parent = open.at(-1);
    if (isOpening(token)) {
      const value = parent ? memberIn(parent.value, parent.key) : parsed;
      open.push({ value, start: index, key: token === '[' ? 0 : undefined });
    } else if (isClosing(token)) {
      const { value, start } = open.pop()!;
      // Of what is given twice, the first is not in the value, or the second takes its place here.
      if (typeof value === 'object' && value !== null) texts.set(value, json.slice(start, index + 1));
    } else if (token === ',') {
      parent!.key = typeof parent!.key === 'number' ? parent!.key + 1 : undefined;
    } else if (parent && parent.key === undefined) {
      parent.key = JSON.parse(token) as string;
    }
  }
  return texts;
}

const memberIn = (value: unknown, key: string | number | undefined): unknown =>
  typeof value === 'object' && value !== null && key !== undefined && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined;

/** What keeps a free-form object from being stored. */
export function problemsOfFreeForm(json: string): string[] {
  const problems: string[] = [];
  if (json.length > longest) problems.push(`must be at most ${longest} characters`);
  let depth = 0;
  let most = 0;
  for (const [token] of json.matchAll(tokens)) {
    if (isOpening(token)) most = Math.max(most, ++depth);
    else if (isClosing(token)) depth--;
  }
  if (most > deepest) problems.push(`must be nested at most ${deepest} levels deep`);
  return problems;
}

export const badText = 'must not contain NUL characters or unpaired surrogates';

/** Of JSON text: whether Postgres can hold all the texts in it, those too that a later one of the same name hides. */
export const isStorableJson = (json: string) =>
  !/\\u(0000|d[89a-f])/i.test(json) ||
  Array.from(json.matchAll(tokens)).every(([token]) => !token.startsWith('"') || isStorable(JSON.parse(token)));

/** False for what Postgres cannot hold in text. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * One text for all that says the same: keys in order, no blanks. Members of the same name all stay, and numbers keep
 * their digits, so what is stored as something else is never taken for the same. Not for text that is too deep.
 */
export function canonicalText(json: string): string {
  const all = Array.from(json.matchAll(tokens), ([token]) => token);
  let at = 0;
  const until = <Entry>(closing: string, entry: () => Entry): Entry[] => {
    const entries: Entry[] = [];
    for (at++; all[at] !== closing; ) {
      entries.push(entry());
      if (all[at] === ',') at++;
    }
    at++;
    return entries;
  };
  const member = (): [name: string, value: string] => {
    const name = JSON.parse(all[at]!);
    at += 2;
    return [name, value()];
  };
  const value = (): string => {
    const token = all[at]!;
    if (token === '[') return `[${until(']', value).join(',')}]`;
    if (token === '{') {
      const members = until('}', member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
    }
    at++;
    return token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
  };
  return value();
}
