// The OpenAPI document, and the pages at /docs, made from it and from the guides in guides/. They need no key. The pages load
// nothing from other hosts, and their Content-Security-Policy forbids it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../gate/errors.ts';
import { openApi } from '../openapi/index.ts';
import { operations } from '../operations/index.ts';
import { restPrefix } from '../rest/index.ts';
import { readGuides } from './guides.ts';
import { page } from './page.ts';
import { referencePages } from './reference.ts';

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

export function docs(publicUrl: string): Middleware {
  // Made at the first request: it takes a large part of a second, which would delay every start.
  let files: Map<string, File> | undefined;

  return (ctx, next) => {
    const { path: asked } = ctx;
    if (asked !== openApiPath && asked !== '/docs' && !asked.startsWith('/docs/')) return next();
    if (asked === '/docs/') return ctx.redirect('/docs');
    files ??= makeFiles(publicUrl);
    const file = files.get(asked);
    if (!file) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, 'GET, HEAD');
    send(ctx, file);
  };
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

function makeFiles(publicUrl: string): Map<string, File> {
  const files = new Map<string, File>();
  const add = (name: string, type: string, content: string | Buffer) => {
    // Weak, because it is the tag of every encoding of the text.
    const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
    files.set(name, { type, bytes: Buffer.from(content), etag });
  };
  const document = openApi(operations, { url: publicUrl + restPrefix });
  add(openApiPath, 'json', JSON.stringify(document));
  const guides = readGuides(publicUrl);
  const reference = referencePages(document);
  for (const { path: name, title, html } of [...guides, ...reference]) {
    add(name, 'html', page({ current: name, title, html, guides, reference }));
  }
  const assets = path.join(import.meta.dirname, 'assets');
  for (const name of fs.readdirSync(assets)) {
    add(`/docs/${name}`, path.extname(name), fs.readFileSync(path.join(assets, name)));
  }
  return files;
}
