// Cleans HTML that strangers send. internal.tg_products__check_description enforces the same rules in the database, for
// descriptions that are written in another way. Both lists of tags must stay the same.
import sanitize from 'sanitize-html';
import type { Operation } from '../operations/types.ts';
import { isMarkup, readHtml, words } from './html-reader.ts';

export const allowed = words(
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd b strong i em u s small sub sup mark code pre blockquote span div figure figcaption table caption thead tbody tfoot tr th td a img',
);

/** Tags to remove: those of HTML, old ones included, and those of SVG that do not occur as words in a sentence. */
export const denied = words(
  `abbr acronym address applet area article aside audio base basefont bdi bdo bgsound big blink body button canvas center
  cite col colgroup data datalist del details dfn dialog dir embed fencedframe fieldset font footer form frame frameset
  head header hgroup html iframe image input ins isindex kbd keygen label legend link listing main map marquee math menu
  menuitem meta meter multicol nav nextid nobr noembed noframes noscript object optgroup option output param picture
  plaintext portal progress q rb rp rt rtc ruby samp script search section select selectedcontent slot source spacer
  strike style summary svg template textarea time title track tt var video wbr xmp
  animate animatemotion animatetransform circle clippath ellipse foreignobject lineargradient path polygon polyline
  radialgradient rect tspan`,
);

/** Cleaning broken HTML once may give HTML that needs cleaning again. One or two passes are normally enough. */
const maxPasses = 5;

/**
 * Returns text without a real tag unchanged. In HTML, keeps harmless tags and removes the others; what only looks like a
 * tag stays as text. `mediaUrl` is our own image origin: an `<img>` from another origin is removed.
 */
export function cleanHtml(html: string, mediaUrl: string): string {
  let clean = html;
  for (let pass = 1, before = ''; pass <= maxPasses && clean !== before; pass++) {
    before = clean;
    clean = cleanedOnce(before, mediaUrl);
  }
  return clean;
}

function cleanedOnce(html: string, mediaUrl: string): string {
  const pieces = readHtml(html, allowed, denied);
  if (!pieces.some(isMarkup) && isInert(html)) return html;
  return sanitized(
    pieces
      .map(({ kind, source }) => (kind === 'text' ? source.replaceAll('<', '&lt;') : kind === 'allowed' ? source : ''))
      .join(''),
    mediaUrl,
  );
}

const beginning = /<[a-z!/?]/i;
const deniedBeginning = new RegExp(`<!--|</?(?:${[...denied].join('|')})(?:[ \\t\\n\\f\\r/>]|$)`, 'i');
/** An attribute that runs code, loads something or sets a name on the page, or one with an open quote. */
const harmfulAttribute =
  /(?:on[a-z]{1,30}|style|class|id|name|href|src[a-z]{0,10}|background)[ \t\n\f\r]*=|=[ \t\n\f\r]*["']/i;

/**
 * Text without a real tag may still contain the beginning of one (`waist<chest`). A page that shows it as HTML reads what
 * follows as the rest of that tag. This is harmless if the tag does nothing by itself and has no harmful attribute.
 */
function isInert(text: string): boolean {
  const start = text.search(beginning);
  return start === -1 || !(deniedBeginning.test(text) || harmfulAttribute.test(text.slice(start)));
}

function sanitized(html: string, mediaUrl: string): string {
  return sanitize(html, {
    allowedTags: [...allowed],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: cleanAttributes(attribs, mediaUrl) }) },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  });
}

/** Keeps attributes with harmless values, in a normal form. */
function cleanAttributes(attributes: Record<string, string>, mediaUrl: string): Record<string, string> {
  const { href = '', src = '', ...others } = attributes;
  const clean: Record<string, string> = {};
  if (/^(https?:\/\/|mailto:|tel:)/.test(href)) clean.href = href;
  if (isOwn(src, mediaUrl)) clean.src = new URL(src).href;
  for (const [name, value] of Object.entries(others)) {
    const isNumber = ['width', 'height', 'colspan', 'rowspan'].includes(name);
    if (value !== '' && (!isNumber || /^\d{1,5}$/.test(value))) clean[name] = value;
  }
  return clean;
}

function isOwn(source: string, mediaUrl: string): boolean {
  if (!URL.canParse(source)) return false;
  const url = new URL(source);
  const own = new URL(`${mediaUrl}/`);
  return url.origin === own.origin && url.pathname.startsWith(own.pathname);
}

/** The checked input of an operation, as JSON text, with its fields of HTML sanitized. */
export function withCleanHtml(input: string, { html = [] }: Pick<Operation, 'html'>, mediaUrl: string): string {
  if (html.length === 0) return input;
  const fields = JSON.parse(input) as Record<string, unknown>;
  for (const field of html) {
    const text = fields[field];
    if (typeof text === 'string') fields[field] = cleanHtml(text, mediaUrl);
  }
  return JSON.stringify(fields);
}
