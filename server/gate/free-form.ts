// Free-form objects of the client. They are stored exactly as sent (order of keys, every digit, repeated keys). A parsed
// value would lose this, so they are passed on as the JSON text that was sent.
import { Problem } from '../problems/problem.ts';

const deepest = 8;
const longest = 16_000;

// Only for text that JSON.parse has accepted.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

const isOpening = (token: string) => token === '{' || token === '[';
const isClosing = (token: string) => token === '}' || token === ']';

/** The text of the member under `path` in valid JSON. The last of repeated names counts, as in JSON.parse. */
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

/**
 * Names that stand twice in one object, as paths: JSON.parse takes the last of them and drops the others. Within the values of
 * free-form fields they are kept, so they are none.
 */
export function repeatedNames(json: string, value: unknown, isFreeForm: (path: string[]) => boolean): string[] {
  // Nearly always none: then the text has as many names as the value, which is found much sooner than their places.
  return countNames(json) === countKeys(value) ? [] : findRepeated(json, isFreeForm);
}

const quote = 34;
const backslash = 92;
const colon = 58;

function countNames(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === colon) count++;
    if (code !== quote) continue;
    for (at++; json.charCodeAt(at) !== quote; at++) if (json.charCodeAt(at) === backslash) at++;
  }
  return count;
}

/** Without recursion: a body may be nested deeper than the stack goes. */
function countKeys(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const children = Object.values(one);
    if (!Array.isArray(one)) count += children.length;
    for (const child of children) open.push(child);
  }
  return count;
}

type Open = { names: Set<string> | null; key: string | number | undefined; isFree: boolean };

function findRepeated(json: string, isFreeForm: (path: string[]) => boolean): string[] {
  const repeated = new Set<string>();
  const open: Open[] = [];
  for (const [token] of json.matchAll(tokens)) {
    const parent = open.at(-1);
    if (isOpening(token)) {
      // No free-form field lies deeper, and a long path at each of many objects would take long.
      const isFree = parent?.isFree || (open.length <= 3 && isFreeForm(open.map(({ key }) => String(key))));
      open.push({ names: token === '{' ? new Set() : null, key: token === '[' ? 0 : undefined, isFree });
    } else if (isClosing(token)) open.pop();
    else if (token === ',' && parent) parent.key = typeof parent.key === 'number' ? parent.key + 1 : undefined;
    else if (parent?.names && parent.key === undefined) {
      parent.key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
      if (parent.names.has(parent.key) && !parent.isFree) repeated.add(open.map(({ key }) => String(key)).join('.'));
      parent.names.add(parent.key);
      if (repeated.size >= 10) break;
    }
  }
  return [...repeated];
}

export const isRepeated = new Problem('once');

/** Every object and list in a value that was parsed from valid JSON, each with its own JSON text. */
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
      // Of repeated names only the last is in the value, so it replaces the earlier one here.
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

/** The reason why a free-form object cannot be stored. */
export function problemsOfFreeForm(json: string): Problem[] {
  const problems: Problem[] = [];
  if (json.length > longest) problems.push(new Problem('tooLong.atMostCharacters', { most: longest }));
  let depth = 0;
  let most = 0;
  for (const [token] of json.matchAll(tokens)) {
    if (isOpening(token)) most = Math.max(most, ++depth);
    else if (isClosing(token)) depth--;
  }
  if (most > deepest) problems.push(new Problem('tooDeep', { most: deepest }));
  return problems;
}

export const badText = new Problem('notAllowed.unstorable');

/** True when Postgres can store all texts in this JSON text, also those of repeated names. */
export const isStorableJson = (json: string) =>
  !/\\u(0000|d[89a-f])/i.test(json) ||
  Array.from(json.matchAll(tokens)).every(([token]) => !token.startsWith('"') || isStorable(JSON.parse(token)));

/** False for a text that Postgres cannot store. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/**
 * The same text for equal JSON: sorted keys, no spaces. Repeated names and the digits of numbers are kept, so objects that
 * are stored differently have different texts. Not for text that is nested too deep.
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
