// The guides: the markdown files in guides/, in the order of the menu.
import fs from 'node:fs';
import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import { columnList } from '../../workers/exports/columns.ts';
import { eventTable } from '../operations/events.ts';
import { orderStatusTable } from '../operations/order-statuses.ts';
import { callSample } from './call-sample.ts';
import { codeBlock } from './code-block.ts';
import { escapeHtml } from './html.ts';

export type Guide = { path: string; group: string; title: string; html: string };

/** The menu: the files in guides/, by their readers. */
const groups = {
  Start: [
    'overview',
    'first-order',
    'errors',
    'limits',
    'idempotency',
    'pagination-and-sync',
    'typed-client',
    'versioning',
  ],
  Recipes: ['recipes', 'stock-sync', 'courier-program', 'google-sheet', 'order-agent', 'from-shopify'],
  Orders: ['orders', 'edit-an-order', 'money-of-an-order', 'connect-a-courier', 'webhooks', 'test-stores'],
  'Catalog and stock': ['stock', 'images', 'videos', 'moving-in'],
  'In bulk': ['jobs', 'exports'],
  Agents: ['tools'],
  Staff: ['desk', 'staff', 'permissions'],
  Operate: ['production', 'inside'],
};

/** Calls of the page that is being written: their tabs need ids. */
let calls = 0;

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      const id = slugOf(text);
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    table(token: Tokens.Table): string {
      const headings = token.header.map(({ text }) => `<th>${inlineMarkdown(text)}</th>`).join('');
      // On a phone a row is a list of its cells, each below its heading.
      const labels = token.header.map(({ text }) =>
        text ? ` data-label="${escapeHtml(text.replaceAll('`', ''))}"` : '',
      );
      const cells = (row: Tokens.TableCell[]) =>
        row.map(({ tokens }, n) => `<td${labels[n]}>${this.parser.parseInline(tokens)}</td>`).join('');
      // The figures of the pages lead to their rows (server/desk/parts/counted.ts); a row may tell of several.
      const isOfFigures = token.header[0]?.text === 'figure';
      const anchors = (row: Tokens.TableCell[]) =>
        isOfFigures
          ? row[0]!.text
              .split(', ')
              .map((name) => `<a id="figure-${slugOf(name)}"></a>`)
              .join('')
          : '';
      const body = token.rows.map((row) => `<tr>${cells(row).replace('>', `>${anchors(row)}`)}</tr>`).join('\n');
      // In its own box, so that a wide table scrolls instead of the page.
      return `<div class="wide" tabindex="0"><table class="rows"><thead><tr>${headings}</tr></thead><tbody>${body}</tbody></table></div>\n`;
    },
    code({ text, lang }: Tokens.Code): string {
      return lang === 'call' ? callSample(text, `call-${++calls}`) : `${codeBlock(text, lang)}\n`;
    },
  },
});

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const markdown = (text: string): string => marked.parse(text, { async: false });
export const inlineMarkdown = (text: string): string => marked.parseInline(text, { async: false });

/**
 * Placeholders in a guide: `{base_url}` is the address of this server, `{events}` the table of event types,
 * `{order_statuses}` the table of order statuses, `{columns list_orders}` the columns of that export.
 */
export function readGuides(publicUrl: string): Guide[] {
  return Object.entries(groups).flatMap(([group, names]) => names.map((name) => readGuide(group, name, publicUrl)));
}

function readGuide(group: string, name: string, publicUrl: string): Guide {
  const text = fs.readFileSync(path.join(import.meta.dirname, 'guides', `${name}.md`), 'utf8');
  const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
  calls = 0;
  const html = markdown(
    text
      .replaceAll('{base_url}', publicUrl)
      .replace('{events}', eventTable())
      .replace('{order_statuses}', orderStatusTable())
      .replaceAll(/\{columns (\w+)\}/g, (_, operation) => columnList(operation)),
  );
  return { path: name === 'overview' ? '/docs' : `/docs/${name}`, group, title, html };
}
