// Samples in the pages, coloured on the server: the pages need no script for it.
import { createRequire } from 'node:module';
import { escapeHtml } from './html.ts';

type Highlighter = {
  registerLanguage(name: string, language: unknown): void;
  getLanguage(name: string): unknown;
  highlight(text: string, options: { language: string }): { value: string };
};

// Not imported: its types would bring the names of a browser's page into those of the whole server.
const load = createRequire(import.meta.url);
const highlighter: Highlighter = load('highlight.js/lib/core');

/** By the words that stand in the guides. */
const languages = {
  ...{ graphql: 'graphql', http: 'http', ini: 'ini', js: 'javascript', json: 'json', php: 'php', python: 'python' },
  ...{ sh: 'bash', sql: 'sql', ts: 'typescript', yaml: 'yaml' },
};
for (const [name, file] of Object.entries(languages))
  highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${file}`));

/** A sample as HTML; in a box of its own, to which the page's script adds a button that copies it. */
export function codeBlock(text: string, language = ''): string {
  const html = highlighter.getLanguage(language) ? highlighter.highlight(text, { language }).value : escapeHtml(text);
  return `<div class="sample"><pre tabindex="0"${language ? ` data-language="${escapeHtml(language)}"` : ''}><code>${html}</code></pre></div>`;
}
