// The layout of every page of /docs: key, menu, content.

import type { Guide } from './guides.ts';
import { escapeHtml } from './html.ts';
import type { ReferencePage } from './reference.ts';

type Page = { current: string; title: string; html: string; guides: Guide[]; reference: ReferencePage[] };

export function page({ current, title, html, guides, reference }: Page): string {
  const link = (path: string, text: string) =>
    `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
  const operationLinks = ({ path, operations }: ReferencePage) =>
    operations
      .map(
        ({ id, summary, method }) =>
          `<li><a href="${path}#${id}"><span class="method ${method}">${method}</span> ${escapeHtml(summary)}</a></li>`,
      )
      .join('');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${descriptionOf(html)}">
    <title>${escapeHtml(title)} · Haat</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/docs.css">
    <script type="module" src="/docs/docs.js"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header>
      <button type="button" id="menu-button" class="plain" aria-expanded="false" aria-controls="menu">Menu</button>
      <a class="brand" href="/docs">Haat <span class="quiet">commerce API</span></a>
      <form id="key-form">
        <label for="key">API key</label>
        <input id="key" type="password" placeholder="service_sk_…" autocomplete="off" spellcheck="false">
        <span id="key-state" class="quiet" role="status"></span>
      </form>
    </header>
    <div class="columns">
      <nav id="menu" aria-label="Documentation">
        <search>
          <label class="unseen" for="find">Search guides and reference</label>
          <input id="find" type="search" placeholder="Search" autocomplete="off" aria-controls="found">
          <p id="found-count" class="unseen" role="status"></p>
          <ul id="found" hidden></ul>
        </search>
        <div id="lists">
        ${[...new Set(guides.map(({ group }) => group))]
          .map(
            (group) =>
              `<h2>${group}</h2>\n<ul>${guides
                .filter((guide) => guide.group === group)
                .map((guide) => `<li>${link(guide.path, guide.title)}</li>`)
                .join('')}</ul>`,
          )
          .join('\n')}
        <h2>Reference</h2>
        <ul>${reference
          .map(
            (entry) =>
              `<li class="group">${link(entry.path, entry.title)}<ul${entry.path === current ? '' : ' hidden'}>${operationLinks(entry)}</ul></li>`,
          )
          .join('')}</ul>
        <p><a href="/ext/v1/openapi.json">openapi.json</a></p>
        </div>
      </nav>
      <main id="main" tabindex="-1">${html}${neighbours(guides, current)}</main>
    </div>
  </body>
</html>
`;
}

/** The guide before and the one after, in the order of the menu. */
function neighbours(guides: Guide[], current: string): string {
  const at = guides.findIndex(({ path }) => path === current);
  if (at < 0) return '';
  const link = (guide: Guide | undefined, rel: string, word: string) =>
    guide
      ? `<a rel="${rel}" href="${guide.path}"><span class="quiet">${word}</span> ${escapeHtml(guide.title)}</a>`
      : '';
  return `<p class="neighbours">${link(guides[at - 1], 'prev', 'Previous')}${link(guides[at + 1], 'next', 'Next')}</p>`;
}

/** The description that search engines show below the title. */
const longestDescription = 160;

/** The beginning of a page's first paragraph, whole sentences where they fit; as HTML, like the page itself. */
function descriptionOf(html: string): string {
  const [, paragraph = ''] = /<p[^>]*>([\s\S]*?)<\/p>/.exec(html) ?? [];
  const text = paragraph
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll('"', '&quot;')
    .trim();
  if (text.length < 60) return `Haat, the commerce API: ${text.replace(/:$/, '.')}`;
  if (text.length <= longestDescription) return text.replace(/:$/, '.');
  const start = text.slice(0, longestDescription);
  const sentences = /^.{60,}[.!?](?= )/.exec(start)?.[0];
  return sentences ?? start.replace(/[,;:]? \S*$/, ' …');
}
