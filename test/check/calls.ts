// The calls of our functions in a text of SQL, with what each is given. What is inside its string constants counts too: it
// may be SQL that format() or execute puts together.
import { inserted, type Token, textIn, tokensOf } from './sql-tokens.ts';

export interface Call {
  name: string;
  /** Where it begins, in characters. */
  at: number;
  /** Arguments without a name, which come first. */
  unnamed: number;
  named: string[];
  /** The last one is an array of all the rest. */
  isVariadic: boolean;
  /** There may be more: something is put in between, or the text ends before the call does. */
  isOpen: boolean;
}

export interface Text {
  calls: Call[];
  /** Functions that the text itself makes or speaks of as such, as tests do. */
  declared: Set<string>;
}

const schema = /^(api|gate|internal|ledger|staff)$/;
const word = /^[A-Za-z_]/;

/** What stands before a name and a parenthesis that are no call: columns of a table, or a function and its types. */
const table = /^(into|table|references|on|copy|analyze)$/i;
const routine = /^(function|procedure|routine)$/i;

export function readCalls(text: string, from = 0, isPutTogether = false): Text {
  const tokens = tokensOf(text, from);
  const found: Text = { calls: [], declared: new Set() };
  let endOfRoutine = -1;
  for (const [index, token] of tokens.entries()) {
    const inside = textIn(token);
    if (inside && /[.]\w+\s*\(/.test(inside.text)) {
      const { calls, declared } = readCalls(inside.text, inside.at, true);
      found.calls.push(...calls);
      for (const name of declared) found.declared.add(name);
    }
    const [dot, name, parenthesis] = tokens.slice(index + 1, index + 4);
    if (!schema.test(token.text) || dot?.text !== '.' || !name || !word.test(name.text)) continue;
    if (parenthesis?.text !== '(' || tokens[index - 1]?.text === '.') continue;
    const [earlier = '', before = ''] = [tokens[index - 2]?.text, tokens[index - 1]?.text];
    if (table.test(before) && !isJoinCondition(tokens, index)) continue;
    const { end, given, isClosed } = readArguments(tokens, index + 4);
    // "grant execute on function a(uuid), b(uuid)": the second is one, too. A trigger executes its function.
    const isRoutine = routine.test(before) ? !/^execute$/i.test(earlier) : before === ',' && endOfRoutine === index - 2;
    const called = `${token.text}.${name.text}`;
    if (isRoutine) {
      endOfRoutine = end;
      found.declared.add(called);
      continue;
    }
    const call = { name: called, at: token.at, ...sum(given, isClosed, isPutTogether) };
    // What a trigger hands to its function are no arguments.
    found.calls.push(routine.test(before) ? { ...call, isOpen: true } : call);
  }
  return found;
}

/** "join … on internal.f(x)" is a call, "create index on internal.t (x)" and "create trigger … on" are not. */
function isJoinCondition(tokens: Token[], index: number): boolean {
  if (!/^on$/i.test(tokens[index - 1]!.text)) return false;
  for (let i = index - 2; i >= 0 && tokens[i]!.text !== ';'; i--) {
    if (/^join$/i.test(tokens[i]!.text)) return true;
    if (/^(index|trigger|policy|grant|revoke)$/i.test(tokens[i]!.text)) return false;
  }
  return false;
}

/** From behind the opening parenthesis, the arguments up to the one that closes it. */
function readArguments(tokens: Token[], from: number): { end: number; given: Token[][]; isClosed: boolean } {
  const closing: Record<string, string> = { '(': ')', '[': ']' };
  const open = [')'];
  const given: Token[][] = [[]];
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.text === open.at(-1)) open.pop();
    else if (closing[token.text]) open.push(closing[token.text]!);
    else if (/^\$\D*\$$/.test(token.text)) open.push(token.text);
    if (open.length === 0) return { end: index, given: given.at(-1)!.length === 0 ? [] : given, isClosed: true };
    if (token.text === ',' && open.length === 1) given.push([]);
    else given.at(-1)!.push(token);
  }
  return { end: tokens.length, given, isClosed: false };
}

function sum(given: Token[][], isClosed: boolean, isPutTogether: boolean): Omit<Call, 'name' | 'at'> {
  const named = given.filter(([first, second]) => word.test(first?.text ?? '') && /^(=>|:=)$/.test(second?.text ?? ''));
  const texts = given.flat().map(({ text }) => text);
  // format() writes %s as it is, which may be many arguments; %L and %I are one each.
  const isWritten = isPutTogether && /%\s?(\d+\$)?s\b/.test(texts.join(''));
  return {
    unnamed: given.length - named.length,
    named: named.map(([name]) => name!.text.toLowerCase()),
    isVariadic: given.some(([first]) => /^variadic$/i.test(first?.text ?? '')),
    isOpen: !isClosed || isWritten || texts.some((text) => text.startsWith(inserted)),
  };
}
