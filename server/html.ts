// Cleans HTML of strangers. What it lets through is also a rule of the table (internal.tg_products__check_description),
// for descriptions that do not come through this door; the two lists of tags must stay the same.
import sanitize from 'sanitize-html';

const tags =
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd b strong i em u s small sub sup mark code pre blockquote span div figure figcaption table caption thead tbody tfoot tr th td a img';

/** Text without the beginning of any tag is plain text and stays exactly as it is, ampersands and all. */
const isPlain = (text: string) => !/<[a-z!/?]/i.test(text);

/** What a parser reads out of broken HTML may not be written as it would be read again; it settles in a pass or two. */
const mostPasses = 5;

/** `mediaUrl` is our own image origin: an `<img>` from anywhere else goes, tag and all. */
export function cleanHtml(html: string, mediaUrl: string): string {
  if (isPlain(html)) return html;
  let clean = html;
  for (let pass = 1, before = ''; pass <= mostPasses && clean !== before; pass++) {
    before = clean;
    clean = sanitized(before, mediaUrl);
  }
  return clean;
}

function sanitized(html: string, mediaUrl: string): string {
  return sanitize(html, {
    allowedTags: tags.split(' '),
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

/** The attributes whose values can stay, in one spelling. */
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
