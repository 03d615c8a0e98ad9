// Where SQL can be changed: in the tokens of Postgres's own scanner, which finds comments and strings. The body of a function
// is a string to it, and is scanned by itself.
import { loadModule, parsePlPgSQLSync, parseSync, type ScanToken, scanSync } from 'libpg-query';
import type { Edit, Operator } from './edit.ts';

await loadModule();

interface Token {
  start: number;
  end: number;
  /** In small letters, as keywords are compared. */
  text: string;
  isName: boolean;
  /** How many brackets are open. */
  depth: number;
}

/** Tables of db/schema with the type of each column. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>;

const flipped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '<>',
  '<>': '=',
  '+': '-',
  '-': '+',
};

/** What ends a condition, if no bracket does. */
const afterCondition = new Set(
  `and or , ; then loop else end when where group order limit offset having window for returning union except intersect
   left right full inner cross join on as from with into using set do desc asc nulls select execute`.split(/\s+/),
);

export function readColumns(schema: string): Map<string, Map<string, string>> {
  const tables = new Map<string, Map<string, string>>();
  for (const [, table, body] of schema.matchAll(/^table (\w+\.\w+) \(\n([\s\S]*?)^\)/gm)) {
    const columns = [
      ...body!.matchAll(/^ {2}(?!constraint )(\w+) +(.+?)(?: not null| default .*| generated .*)?,?$/gm),
    ];
    tables.set(table!, new Map(columns.map(([, name, type]) => [name!, type!.replace(/ not null.*| default .*/, '')])));
  }
  return tables;
}

/** Of a file of db/code. `name` is that of what it makes. */
export function findSqlEdits(source: string, name: string, columns: Columns): Edit[] {
  const outside = scan(source, 0);
  const bodies = outside
    .filter(({ text }) => text.startsWith('$$'))
    .map(({ start, end }) => scan(source.slice(start + 2, end - 2), start + 2));
  const edits = [...bodies, outside].flatMap((tokens) => [
    ...findSigns(tokens),
    ...findConditions(tokens),
    ...findIfs(tokens, source),
    ...findCalls(tokens),
    ...findColumns(tokens, name, columns),
  ]);
  // Outside of bodies "for update" says when a policy or trigger holds.
  return [...edits, ...bodies.flatMap(findLocks), ...findGuards(outside)];
}

/**
 * Whether Postgres would read it, and as something else than `before`. What it means there only the database tells. Where the
 * parser has no types enough to read what stood there (functions of `record[]`), that is left to the database too.
 */
export function isOtherSql(source: string, before: string): boolean {
  const words = (text: string) => JSON.stringify(deepWords(text));
  return (isRead(source) || !isRead(before)) && words(source) !== words(before);
}

function isRead(source: string): boolean {
  try {
    const made = JSON.stringify(parseSync(source));
    if (made.includes('"plpgsql"')) parsePlPgSQLSync(source);
    else if (made.includes('"CreateFunctionStmt"'))
      for (const body of bodiesOf(scan(source, 0), source)) parseSync(body);
    return true;
  } catch {
    return false;
  }
}

function bodiesOf(tokens: Token[], source: string): string[] {
  return tokens.filter(({ text }) => text.startsWith('$$')).map(({ start, end }) => source.slice(start + 2, end - 2));
}

function deepWords(source: string): unknown[] {
  return scan(source, 0).map(({ text }) => (text.startsWith('$$') ? deepWords(text.slice(2, -2)) : text));
}

function scan(source: string, offset: number): Token[] {
  const bytes = Buffer.from(source);
  const isPlain = bytes.length === source.length;
  // The scanner counts bytes.
  const place = (byte: number) => offset + (isPlain ? byte : bytes.subarray(0, byte).toString().length);
  let depth = 0;
  return scanSync(source)
    .tokens.filter(({ tokenName }: ScanToken) => !/COMMENT/.test(tokenName))
    .map(({ start, end, text, tokenName }: ScanToken) => {
      if (/^[)\]]$/.test(text)) depth--;
      const token = {
        start: place(start),
        end: place(end),
        text: /^['$]/.test(text) ? text : text.toLowerCase(),
        isName: tokenName === 'IDENT',
        depth,
      };
      if (/^[([]$/.test(text)) depth++;
      return token;
    });
}

const edit = (operator: Operator, first: Token, last: Token, text: string): Edit => ({
  operator,
  start: first.start,
  end: last.end,
  text,
});

function findSigns(tokens: Token[]): Edit[] {
  return tokens
    .filter(({ text }) => flipped[text])
    .map((token) => edit(/[+-]/.test(token.text) ? 'sign' : 'comparison', token, token, flipped[token.text]!));
}

/** `and x`, `or x`; not the `and` of a between. */
function findConditions(tokens: Token[]): Edit[] {
  const ofBetween = new Set<Token>();
  for (const [at, { text, depth }] of tokens.entries()) {
    if (text !== 'between') continue;
    const and = tokens.slice(at).find((token) => token.text === 'and' && token.depth === depth);
    if (and) ofBetween.add(and);
  }
  return tokens.flatMap((token, at) => {
    if (!/^(and|or)$/.test(token.text) || ofBetween.has(token) || tokens[at - 1]?.text === 'create') return [];
    const rest = tokens.slice(at + 1);
    let cases = 0;
    const length = rest.findIndex(({ text, depth }, index) => {
      if (depth < token.depth) return true;
      if (depth > token.depth) return false;
      if (text === 'case') cases++;
      if (cases > 0) {
        if (text === 'end') cases--;
        return false;
      }
      const isDistinct = text === 'from' && rest[index - 1]?.text === 'distinct';
      return afterCondition.has(text) && !isDistinct && !ofBetween.has(rest[index]!);
    });
    const last = rest.at(length < 0 ? -1 : length - 1);
    return length === 0 || !last ? [] : [edit('condition', token, last, '')];
  });
}

/** The condition of an if or elsif of plpgsql. */
function findIfs(tokens: Token[], source: string): Edit[] {
  return tokens.flatMap((token, at) => {
    if (!/^(if|elsif)$/.test(token.text) || tokens[at - 1]?.text === 'end') return [];
    const then = tokens.slice(at).findIndex(({ text, depth }, _, all) => text === 'then' && depth === all[0]!.depth);
    const [first, last] = [tokens[at + 1], tokens[at + then - 1]];
    if (then < 2 || !first || !last) return [];
    return [edit('negation', first, last, `not (${source.slice(first.start, last.end)})`)];
  });
}

/** A `perform`, which is for what the call does or locks. */
function findCalls(tokens: Token[]): Edit[] {
  return tokens.flatMap((token, at) => {
    if (token.text !== 'perform') return [];
    const end = tokens.slice(at).findIndex(({ text, depth }) => text === ';' && depth === token.depth);
    return end < 0 ? [] : [edit('call', token, tokens[at + end - 1]!, 'null')];
  });
}

/** `for update` and its weaker kin, to the end of the clause. */
function findLocks(tokens: Token[]): Edit[] {
  return tokens.flatMap((token, at) => {
    if (token.text !== 'for') return [];
    const words = tokens.slice(at + 1, at + 8).map(({ text }) => text);
    const [clause] =
      /^(no key update|key share|update|share)( of \w+( , \w+)*)?( nowait| skip locked)?(?= |$)/.exec(
        words.join(' '),
      ) ?? [];
    return clause ? [edit('lock', token, tokens[at + clause.split(' ').length]!, '')] : [];
  });
}

/** A whole statement that makes a trigger or a policy, or puts up the fence of a table. */
function findGuards(tokens: Token[]): Edit[] {
  return tokens.flatMap((token, at) => {
    if (!/^(create|call)$/.test(token.text) || (at > 0 && tokens[at - 1]!.text !== ';')) return [];
    const words = tokens.slice(at, at + 4).map(({ text }) => text);
    if (!/^(create (or replace )?(trigger|policy)|call internal \.)/.test(words.join(' '))) return [];
    const end = tokens.slice(at).findIndex(({ text }) => text === ';');
    return end < 0 ? [] : [edit('guard', token, tokens[at + end]!, '')];
  });
}

/** `alias.column`, where the alias, variable or row of a trigger is known to be of one table. */
function findColumns(tokens: Token[], name: string, columns: Columns): Edit[] {
  const tables = new Map<string, string | undefined>();
  const [, ofTrigger] = /tg_(\w+?)__/.exec(name) ?? [];
  if (ofTrigger) for (const row of ['new', 'old']) tables.set(row, `app.${ofTrigger}`);
  const learn = (alias: string, table: string) =>
    tables.set(alias, tables.has(alias) && tables.get(alias) !== table ? undefined : table);
  for (const [at, { text, isName }] of tokens.entries()) {
    const [dot, table, next, after] = tokens.slice(at + 1, at + 5);
    if (dot?.text !== '.' || !table || !columns.has(`${text}.${table.text}`) || !isName) continue;
    const alias = next?.text === 'as' ? after : next;
    if (alias?.isName) learn(alias.text, `${text}.${table.text}`);
    // A variable of plpgsql: its name comes before.
    if (tokens[at - 1]?.isName) learn(tokens[at - 1]!.text, `${text}.${table.text}`);
  }
  return tokens.flatMap((token, at) => {
    const [before, row, farther] = [tokens[at - 1], tokens[at - 2], tokens[at - 3]];
    if (before?.text !== '.' || !row || farther?.text === '.') return [];
    const known = columns.get(tables.get(row.text) ?? '');
    const type = known?.get(token.text);
    if (!known || !type) return [];
    const others = [...known].filter(([column, other]) => other === type && column !== token.text);
    return others.map(([column]) => edit('column', token, token, column));
  });
}
