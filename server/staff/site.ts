// Serves the pages of /admin: our own files, and those of the explorer (Ruru), which come built: "overrides" in package.json
// leaves out what they were built from, 200 MB that only types refer to. The content security policy allows nothing
// from other servers.
import fs from 'node:fs';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../gate/errors.ts';

const explorerFiles = '/admin/explorer/';

const pagePolicy = policy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'frame-src': "'self'",
  'frame-ancestors': "'none'",
});
/** The editor adds inline styles, and runs its language services in web workers. */
const explorerPolicy = policy({
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'worker-src': "'self'",
  'frame-ancestors': "'self'",
});

function policy(directives: Record<string, string>): string {
  const common = { 'default-src': "'none'", 'connect-src': "'self'", 'base-uri': "'none'", 'form-action': "'none'" };
  return Object.entries({ ...common, ...directives })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

export function adminPages(): Middleware {
  const directory = path.join(import.meta.dirname, 'site');
  const files = new Map(
    fs.readdirSync(directory).map((name) => [`/admin/${name}`, fs.readFileSync(path.join(directory, name))]),
  );
  const send = (ctx: Context, name: string, contentSecurityPolicy: string): void => {
    ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': contentSecurityPolicy });
    ctx.type = path.extname(name);
    ctx.body = files.get(`/admin/${name}`);
  };

  return async (ctx, next) => {
    if (ctx.path !== '/admin' && !ctx.path.startsWith('/admin/')) return next();
    const isPage = ['/admin', '/admin/', '/admin/explorer'].includes(ctx.path);
    if (!isPage && !files.has(ctx.path) && !ctx.path.startsWith(explorerFiles)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, 'GET, HEAD');
    if (ctx.path === '/admin/') return ctx.redirect('/admin');
    if (ctx.path === '/admin') return send(ctx, 'index.html', pagePolicy);
    if (ctx.path === '/admin/explorer') return send(ctx, 'explorer.html', explorerPolicy);
    if (files.has(ctx.path)) return send(ctx, path.basename(ctx.path), pagePolicy);
    return sendExplorerFile(ctx, next);
  };
}

async function sendExplorerFile(ctx: Context, next: () => Promise<void>): Promise<void> {
  // Loaded when somebody opens the explorer.
  const { getStaticFile } = await import('postgraphile/grafserv/ruru/static');
  const file = await getStaticFile({
    staticPath: explorerFiles,
    urlPath: ctx.path,
    acceptEncoding: ctx.get('Accept-Encoding'),
    disallowDevAssets: true,
  });
  if (!file) return next();
  // File names do not change with the content, so browsers must revalidate their copy each time.
  ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': explorerPolicy, Vary: 'Accept-Encoding' });
  ctx.set(file.headers);
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = file.content;
}
