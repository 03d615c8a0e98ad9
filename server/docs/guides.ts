// The guides: the markdown files in guides/, in the order of the menu.
import fs from 'node:fs';
import path from 'node:path';
import { Marked, type Tokens } from 'marked';
import { columnList } from '../../workers/exports/columns.ts';
import { eventTable } from '../operations/events.ts';
import { orderStatusTable } from '../operations/order-statuses.ts';
import { escapeHtml } from './html.ts';

export type Guide = { path: string; title: string; html: string };

const order = [
  'overview',
  'first-order',
  'orders',
  'edit-an-order',
  'money-of-an-order',
  'connect-a-courier',
  'stock',
  'idempotency',
  'pagination-and-sync',
  'exports',
  'errors',
  'limits',
  'jobs',
  'images',
  'videos',
  'webhooks',
  'test-stores',
  'tools',
  'typed-client',
  'desk',
  'moving-in',
  'staff',
  'versioning',
  'permissions',
  'production',
  'inside',
];

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      const id = slugOf(text);
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    table(token: Tokens.Table): string {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      // In its own box, so that a wide table scrolls instead of the page.
      return `<div class="wide" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`;
    },
    code({ text, lang }: Tokens.Code): string {
      return `<pre tabindex="0"${lang ? ` data-language="${escapeHtml(lang)}"` : ''}><code>${escapeHtml(text)}</code></pre>\n`;
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
  return order.map((name) => {
    const text = fs.readFileSync(path.join(import.meta.dirname, 'guides', `${name}.md`), 'utf8');
    const [, title = name] = /^# (.+)$/m.exec(text) ?? [];
    const filled = text.replaceAll('{base_url}', publicUrl);
    const html = markdown(
      filled
        .replace('{events}', eventTable())
        .replace('{order_statuses}', orderStatusTable())
        .replaceAll(/\{columns (\w+)\}/g, (_, operation) => columnList(operation)),
    );
    return { path: name === 'overview' ? '/docs' : `/docs/${name}`, title, html };
  });
}
