// Samples in the pages, coloured on the server: the pages need no script for it.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { escapeHtml } from './html.ts';

// By the words that stand in the guides.
const languages = { sh: bash, graphql, http, ini, js: javascript, json, php, python, sql, ts: typescript, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** A sample as HTML; in a box of its own, to which the page's script adds a button that copies it. */
export function codeBlock(text: string, language = ''): string {
  const isKnown = hljs.getLanguage(language) !== undefined;
  const html = isKnown ? hljs.highlight(text, { language }).value : escapeHtml(text);
  return `<div class="sample"><pre tabindex="0"${language ? ` data-language="${escapeHtml(language)}"` : ''}><code>${html}</code></pre></div>`;
}
