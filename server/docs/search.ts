// The index that the search of /docs asks: a section of a guide, an operation or an event an entry. It is made, and sent to the
// browser, when somebody searches.
import MiniSearch, { type Options } from 'minisearch';
import type { Guide } from './guides.ts';
import type { ReferencePage } from './reference.ts';

type Entry = { id: number; title: string; name: string; page: string; path: string; text: string };

/** They go with the index, which is read with the same. */
const options: Options<Entry> = {
  fields: ['title', 'name', 'page', 'text'],
  storeFields: ['title', 'page', 'path'],
  searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 4, name: 4, page: 2 } },
};

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Other requests are served in between: it takes a good part of a second. */
export async function searchIndex(guides: Guide[], reference: ReferencePage[]): Promise<string> {
  const entries = [...guides, ...reference].flatMap(({ title, path, html }) =>
    sectionsOf(html).map(({ heading, anchor, text }) => ({
      title: heading || title,
      name: anchor,
      page: title,
      path: anchor ? `${path}#${anchor}` : path,
      text,
    })),
  );
  const index = new MiniSearch(options);
  await index.addAllAsync(
    entries.map((entry, id) => ({ ...entry, id })),
    { chunkSize: 20 },
  );
  return JSON.stringify({ options, index });
}

/** A page's parts by the headings that have an address: those of guides, and the boxes of operations. */
function sectionsOf(html: string): { heading: string; anchor: string; text: string }[] {
  const parts = html.split(/(?=<h[123] id="[^"]*(?<!-title)"|<section class="operation" id=")/);
  return parts.map((part) => {
    const [, anchor = ''] = /^<\w+[^>]* id="([^"]+)"/.exec(part) ?? [];
    const [whole = '', heading = ''] = /<h[123][^>]*>([\s\S]*?)<\/h[123]>/.exec(part) ?? [];
    // Not the forms in which an operation is tried, and of a call the first language alone.
    const text = part
      .replace(whole, '')
      .replace(/<details class="part try"[\s\S]*/, '')
      .replaceAll(/<fieldset[\s\S]*?(<div[\s\S]*?<\/div>)[\s\S]*?<\/fieldset>/g, '$1');
    return { heading: plain(heading), anchor: /^<h1/.test(part) ? '' : anchor, text: plain(text) };
  });
}
