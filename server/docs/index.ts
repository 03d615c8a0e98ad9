// The OpenAPI document, and the pages at /docs, made from it and from the guides in guides/. They need no key. The pages load
// nothing from other hosts, and their Content-Security-Policy forbids it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../gate/errors.ts';
import { openApi } from '../openapi/index.ts';
import { operations } from '../operations/index.ts';
import { restPrefix } from '../rest/index.ts';
import { type Guide, readGuides } from './guides.ts';
import { page } from './page.ts';
import { type ReferencePage, referencePages } from './reference.ts';
import { searchIndex } from './search.ts';

export const openApiPath = `${restPrefix}/openapi.json`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type File = { type: string; bytes: Buffer; etag: string };
type Files = { made: Map<string, File>; guides: Guide[]; reference: ReferencePage[] };

const indexPath = '/docs/search.json';

export function docs(publicUrl: string): Middleware {
  // Made at the first request: it takes a large part of a second, which would delay every start.
  let files: Files | undefined;
  let index: Promise<File> | undefined;

  return async (ctx, next) => {
    const { path: asked } = ctx;
    if (asked !== openApiPath && asked !== '/docs' && !asked.startsWith('/docs/')) return next();
    if (asked === '/docs/') return ctx.redirect('/docs');
    files ??= makeFiles(publicUrl);
    if (asked === indexPath) index ??= searchIndex(files.guides, files.reference).then((text) => fileOf('json', text));
    const file = asked === indexPath ? await index : files.made.get(asked);
    if (!file) return isBrowser(ctx) ? sendMissing(ctx, files.made.get('/docs')!) : next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, 'GET, HEAD');
    send(ctx, file);
  };
}

const isBrowser = (ctx: Context) => ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html';

/** A person who followed a wrong link gets the menu, and not an error for programs. */
function sendMissing(ctx: Context, overview: File): void {
  send(ctx, overview);
  ctx.status = 404;
  ctx.set('Cache-Control', 'no-store');
  ctx.remove('ETag');
  const main = '<main id="main"><h1>There is no such page</h1><p>The menu has all that there are.</p></main>';
  ctx.body = overview.bytes.toString().replace(/<main[\s\S]*<\/main>/, main);
}

function send(ctx: Context, { type, bytes, etag }: File): void {
  // A browser checks its copy each time, because the names of files do not change with their content.
  ctx.set({ 'Cache-Control': 'no-cache', ETag: etag });
  if (type === 'html') ctx.set('Content-Security-Policy', policy);
  ctx.status = 200;
  ctx.type = type;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = bytes;
}

function fileOf(type: string, content: string | Buffer): File {
  // Weak, because it is the tag of every encoding of the text.
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  return { type, bytes: Buffer.from(content), etag };
}

function makeFiles(publicUrl: string): Files {
  const made = new Map<string, File>();
  const add = (name: string, type: string, content: string | Buffer) => made.set(name, fileOf(type, content));
  const document = openApi(operations, { url: publicUrl + restPrefix });
  add(openApiPath, 'json', JSON.stringify(document));
  const guides = readGuides(publicUrl);
  const reference = referencePages(document);
  for (const { path: name, title, html } of [...guides, ...reference]) {
    add(name, 'html', page({ current: name, title, html, guides, reference }));
  }
  add('/docs/minisearch.js', 'js', fs.readFileSync(fileURLToPath(import.meta.resolve('minisearch'))));
  const assets = path.join(import.meta.dirname, 'assets');
  for (const name of fs.readdirSync(assets)) {
    add(`/docs/${name}`, path.extname(name), fs.readFileSync(path.join(assets, name)));
  }
  return { made, guides, reference };
}
