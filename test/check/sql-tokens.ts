// The words and marks of SQL, without comments and blanks, as far as one must know them to find a call and count what it
// is given. The body of a function is SQL as well, whatever its language: what stands between dollars is read on.

export interface Token {
  text: string;
  /** Where it begins, in characters. */
  at: number;
}

/** Stands for a value that is put into the text when it is run. */
export const inserted = '\uFFFC';

const pattern = new RegExp(
  [
    /\s+|--[^\n]*|\/\*[\s\S]*?\*\//,
    /[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'/,
    /\$(?:[A-Za-z_]\w*)?\$|\$\d+/,
    /"(?:""|[^"])*"|[A-Za-z_][\w$]*|\d[\w.$]*/,
    new RegExp(`${inserted}[${inserted}\\n]*`),
    /=>|:=|::|[\s\S]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** Takes a text and where it begins in its file. */
export function tokensOf(text: string, from = 0): Token[] {
  return [...text.matchAll(pattern)]
    .filter(([found]) => !/^(\s|--|\/\*)/.test(found))
    .map(({ 0: found, index }) => ({ text: found, at: from + index }));
}

/** The text in a string constant, which may be SQL that is put together; it keeps its place. */
export function textIn({ text, at }: Token): { text: string; at: number } | undefined {
  const [opening] = /^[eE]?'/.exec(text) ?? [];
  if (!opening || text.length === opening.length) return undefined;
  return { text: text.slice(opening.length, -1), at: at + opening.length };
}
