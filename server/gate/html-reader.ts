// Separates text from markup as the writer meant it. An HTML parser would read "waist<chest" as the start of a tag and lose
// the text after it. Here, markup is only a complete tag with a known name, a comment or a doctype.

/** `allowed` and `denied` are single tags. `hidden` is never shown: comments, and scripts and styles with their content. */
export type Piece = { kind: 'text' | 'allowed' | 'denied' | 'hidden'; source: string };

export const isMarkup = ({ kind }: Piece) => kind !== 'text';

export const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

// The white space of HTML. A no-break space is not part of it.
const endTag = /<\/([a-z][a-z0-9]*)[ \t\n\f\r]*>/iy;
const startTag = /<([a-z][a-z0-9]*)(?=[ \t\n\f\r/>])/iy;
const attribute =
  /[ \t\n\f\r/]*([^ \t\n\f\r"'<>/=]+)([ \t\n\f\r]*=[ \t\n\f\r]*(?:"[^"]*"|'[^']*'|[^ \t\n\f\r"'<>`]+))?/y;
const startTagEnd = /[ \t\n\f\r/]*>/y;

/** Attributes without a value, of tags that people paste. */
const bare = words(
  'allowfullscreen controls default defer disabled hidden ismap itemscope loop muted nowrap open required reversed',
);

/** Markup with its own end mark. Without the end mark it is text, or for a script or style a normal tag. */
const hidden: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/<!--/y, /-->/g],
  [/<!doctype\b/iy, />/g],
  [/<\?[a-z]/iy, /\?>/g],
  [/<script(?=[ \t\n\f\r/>])/iy, /<\/script[ \t\n\f\r]*>/gi],
  [/<style(?=[ \t\n\f\r/>])/iy, /<\/style[ \t\n\f\r]*>/gi],
];

/** At most so many "<" inside the quotes of one tag. The limit keeps the time proportional to the length. */
const maxInside = 20;

export function readHtml(html: string, allowed: ReadonlySet<string>, denied: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  const isEndless = new Set<RegExp>();
  let textFrom = 0;
  let at = html.indexOf('<');
  while (at !== -1) {
    const [kind, end] = readMarkup(at);
    if (kind === 'text') {
      at = html.indexOf('<', at + 1);
      continue;
    }
    if (textFrom < at) pieces.push({ kind: 'text', source: html.slice(textFrom, at) });
    pieces.push({ kind, source: html.slice(at, end) });
    textFrom = end;
    at = html.indexOf('<', end);
  }
  if (textFrom < html.length) pieces.push({ kind: 'text', source: html.slice(textFrom) });
  return pieces;

  function readMarkup(from: number): [kind: Piece['kind'], end: number] {
    for (const [start, end] of hidden) {
      const after = matchAt(start, html, from) ? firstEnd(end, from + 2) : -1;
      if (after !== -1) return ['hidden', after];
    }
    const tag = matchAt(endTag, html, from) ?? matchAt(startTag, html, from);
    const name = tag?.[1]?.toLowerCase() ?? '';
    const kind = allowed.has(name) ? 'allowed' : denied.has(name) ? 'denied' : 'text';
    if (!tag || kind === 'text') return ['text', from];
    const after = from + tag[0].length;
    const end = tag[0].startsWith('</') ? after : attributesEnd(html, after, kind === 'allowed');
    return end === -1 ? ['text', from] : [kind, end];
  }

  /** If the end mark is not found once, it is not in the rest of the text either, and not searched again. */
  function firstEnd(pattern: RegExp, from: number): number {
    if (isEndless.has(pattern)) return -1;
    pattern.lastIndex = from;
    if (pattern.test(html)) return pattern.lastIndex;
    isEndless.add(pattern);
    return -1;
  }
}

/** The end of the tag whose attributes begin here, or -1. Plain words are not attributes: "a<b and c>d" is a sentence. */
function attributesEnd(html: string, from: number, mayBeSentence: boolean): number {
  let at = from;
  let inside = 0;
  let words = 0;
  let values = 0;
  for (;;) {
    const end = matchAt(startTagEnd, html, at);
    if (end) return mayBeSentence && words > 0 && values === 0 ? -1 : at + end[0].length;
    const found = matchAt(attribute, html, at);
    if (!found) return -1;
    const [source, name = '', value] = found;
    if (value !== undefined) values += 1;
    else if (!bare.has(name.toLowerCase())) words += 1;
    inside += source.split('<').length - 1;
    if (inside > maxInside) return -1;
    at += source.length;
  }
}

/** Matches a sticky pattern at exactly this position. */
function matchAt(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(html);
}
