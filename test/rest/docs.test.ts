// What is read before anything is called: the document, the pages, the guides.
import fs from 'node:fs';
import path from 'node:path';
import test from 'ava';
import MiniSearch from 'minisearch';
import { codeTable } from '../../server/openapi/errors.ts';
import { events } from '../../server/operations/events.ts';
import { operations } from '../../server/operations/index.ts';
import { settingsTable } from '../../server/process/settings.ts';
import { startApi, type TestApi } from '../helpers/api.ts';
import { fakePool } from '../helpers/fake-pool.ts';
import { slice } from '../helpers/long.ts';

const pool = fakePool();
let api: TestApi;
test.before(async () => {
  api = await startApi({ pool });
});
test.after.always(() => api?.stop());

const guide = (name: string) =>
  fs.readFileSync(path.join(import.meta.dirname, '../../server/docs/guides', `${name}.md`), 'utf8');

test('the document needs no key, comes from memory and says when a copy is good', async (t) => {
  const first = await api.request('GET', '//ext/v1/openapi.json');
  t.is(first.status, 200);
  t.regex(first.headers.get('content-type')!, /^application\/json/);
  t.is(first.body.openapi, '3.1.1');
  t.is(first.body.servers[0].url, 'https://haat.example/ext/v1');
  const etag = first.headers.get('etag')!;
  const second = await api.request('GET', '//ext/v1/openapi.json', {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  });
  t.is(second.status, 304);
  t.is(second.text, '');
  const post = await api.request('POST', '//ext/v1/openapi.json', { body: {} });
  t.is(post.status, 405);
  t.is(post.headers.get('allow'), 'GET, HEAD');
  t.is(pool.statements.length, 0);
});

const root = path.join(import.meta.dirname, '../..');

let found: Promise<Map<string, string>> | undefined;
/** Every page, found by following links from the first. They are asked for once. */
function crawl(): Promise<Map<string, string>> {
  found ??= follow();
  return found;
}

async function follow(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = ['/docs'];
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (pages.has(next)) continue;
    const answer = await api.request('GET', `/${next}`);
    if (answer.status !== 200) throw new Error(`${next}: ${answer.status}`);
    pages.set(next, answer.text);
    for (const [, link] of answer.text.matchAll(/href="(\/docs[^"#]*)/g)) queue.push(link!);
  }
  return pages;
}

test('no link of the pages is broken, and their anchors exist', async (t) => {
  const pages = await crawl();
  t.true(pages.size > 20);
  for (const [page, html] of pages) {
    for (const [, target, anchor] of html.matchAll(/href="(\/docs[^"#]*)?#([^"]+)"/g)) {
      t.true(pages.get(target ?? page)!.includes(`id="${anchor}"`), `${page}: ${target}#${anchor}`);
    }
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    t.is(new Set(ids).size, ids.length, `${page} has an id twice`);
  }
});

test('each figure of the pages of staff leads to its row in the guide', async (t) => {
  const source = fs.readFileSync(path.join(root, 'server/desk/parts/counted.ts'), 'utf8');
  const named = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, name]) => name!);
  t.true(named.length > 30);
  const page = (await crawl()).get('/docs/desk')!;
  t.deepEqual(
    named.filter((name) => !page.includes(`<a id="figure-${name}">`)),
    [],
  );
});

test('the search knows every section, operation and event by its words, at an address that is there', async (t) => {
  const pages = await crawl();
  const { options, index: made } = (await api.request('GET', '//docs/search.json')).body;
  const index = MiniSearch.loadJS(made, options);
  for (const { path: place } of index.search(MiniSearch.wildcard)) {
    const [page, anchor] = place.split('#');
    t.true(pages.get(page)?.includes(anchor ? ` id="${anchor}"` : '<main'), place);
  }
  const first = (words: string) => index.search(words)[0]?.path;
  for (const name of slice(Object.keys(operations), 6)) t.true(first(name)?.endsWith(`#${name}`), name);
  t.is(first('what to rety'), '/docs/errors#what-to-retry');
  t.is(first('order.created'), '/docs/reference/webhooks#receive_order_created');
  t.regex(pages.get('/docs/stock')!, /<a rel="prev" href="\/docs\/[\w-]+">.*<a rel="next" href="\/docs\/images">/);
});

test('what the comments of the code see is a section of a guide or an operation of the reference', async (t) => {
  const pages = await crawl();
  const broken: string[] = [];
  let count = 0;
  for (const file of fs.globSync('{db/code,server,workers,test}/**/*.{sql,ts}', { cwd: root })) {
    for (const [, links] of fs
      .readFileSync(path.join(root, file), 'utf8')
      .matchAll(/(?:--|\/\/|\*)(?: | .*\. )see: (.+)$/gm)) {
      for (const link of links!.replace(/ \*\/$/, '').split(', ')) {
        const [, page, anchor] = /^(?:guides|(?=reference))\/?([a-z/-]+)(?:#([\w-]+))?$/.exec(link) ?? [];
        if (/^RFC \d+/.test(link)) continue;
        const html = pages.get(page === 'overview' ? '/docs' : `/docs/${page}`);
        if (!html || (anchor && !html.includes(`id="${anchor}"`))) broken.push(`${file}: ${link}`);
        count++;
      }
    }
  }
  t.deepEqual(broken, []);
  t.true(count > 200, `${count} links found`);
});

test('every page says what it is about, for search engines, in words of its own', async (t) => {
  const seen = new Set<string>();
  const pages = await crawl();
  const descriptions = [...pages.values()]
    .filter((html) => html.includes('<html'))
    .map((html) => /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? '');
  for (const text of descriptions) {
    t.true(text.length >= 40 && text.length <= 200, text);
    t.notRegex(text, /[<>]/);
    seen.add(text);
  }
  t.is(seen.size, descriptions.length);
});

test('nothing on the pages is loaded from elsewhere, and the policy forbids it', async (t) => {
  const { headers } = await api.request('GET', '//docs');
  t.regex(headers.get('content-security-policy')!, /default-src 'none'.*script-src 'self'/);
  t.notRegex(headers.get('content-security-policy')!, /unsafe|https?:|\*/);
  for (const [page, html] of await crawl()) {
    t.notRegex(html, /(src|srcset|action)="(https?:)?\/\/|<link[^>]+href="https?:|style="|<script>|onclick/, page);
  }
});

test('every operation is on its page, with a form to try it; every event on its own and in the guide', async (t) => {
  const text = [...(await crawl()).values()].join('');
  for (const [name, { method }] of Object.entries(operations)) {
    t.true(text.includes(`<section class="operation" id="${name}"`), name);
    t.true(text.includes(`data-method="${method}"`), name);
  }
  for (const type of Object.keys(events)) {
    t.true(text.includes(`<section class="operation" id="receive_${type.replace('.', '_')}"`), type);
    t.regex(text, new RegExp(`<td[^>]*><code>${type.replace('.', '\\.')}</code></td>`));
  }
});

test('the tables of the guides are those of the code', async (t) => {
  // The formatter aligns columns; that is no difference.
  const even = (text: string) => text.replace(/ {2,}/g, ' ').replace(/\| ?-{3,} ?/g, '|---');
  t.true(even(guide('production')).includes(settingsTable()), settingsTable());
  const served = (await api.request('GET', '//docs/production')).text;
  for (const [, name] of settingsTable().matchAll(/^\| `(\w+)`/gm))
    t.regex(served, new RegExp(`<td[^>]*><code>${name}</code></td>`));
  t.true(even(guide('errors')).includes(codeTable()), codeTable());
});

test('pages that do not exist are 404, and only reading is possible', async (t) => {
  t.is((await api.request('GET', '//docs/nothing')).status, 404);
  t.is((await api.request('GET', '//docs/../package.json')).status, 404);
  t.is((await api.request('POST', '//docs', { body: {} })).status, 405);
});
