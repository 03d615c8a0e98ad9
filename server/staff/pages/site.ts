// Serves the pages of /admin: those of the desk, and the explorer (Ruru), whose files come built: "overrides" in package.json
// leaves out what they were built from, 200 MB that only types refer to. The content security policy allows nothing
// from other servers, but for pictures and videos from where they are kept.
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { methodNotAllowed } from '../../gate/errors.ts';
import type { DemoOwner } from './demo-owner.ts';
import { type DeskFile, DeskFiles, type Language } from './desk-files.ts';

const explorerFiles = '/admin/explorer/';
/** The address has the hash of the content. */
const forGood = 'public, max-age=31536000, immutable';

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

let made: Promise<DeskFiles> | undefined;

/**
 * Made when a page is first opened: a process that serves none does not need them. Once in a process, since esbuild
 * takes everything that it does at the time down with it when it stops. If it fails, it is tried again.
 */
async function ready(): Promise<DeskFiles> {
  made ??= DeskFiles.make();
  try {
    return await made;
  } catch (error) {
    made = undefined;
    throw error;
  }
}

/** `mediaUrl`: where pictures and videos are, which may be another origin; browsers send parts of videos there. */
export function adminPages(mediaUrl: string, demo?: DemoOwner): Middleware {
  const media = new URL(mediaUrl).origin;
  const deskPolicy = (earlyHash: string) =>
    policy({
      'script-src': `'self' '${earlyHash}'`,
      'style-src': "'self'",
      'img-src': `'self' data: blob: ${media}`,
      'media-src': `'self' blob: ${media}`,
      'connect-src': `'self' ${media}`,
      'frame-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'frame-ancestors': "'none'",
    });
  const send = async (ctx: Context, file: DeskFile, cached = 'no-cache', contentSecurityPolicy?: string) => {
    const { earlyHash } = await ready();
    ctx.set({
      'Cache-Control': cached,
      'Content-Security-Policy': contentSecurityPolicy ?? deskPolicy(earlyHash),
    });
    ctx.type = file.type;
    ctx.body = file.body;
    ctx.vary('Accept-Encoding');
    // Browsers take brotli only over https and on localhost, and a shop's own network may have neither.
    const encoding = ctx.get('Accept-Encoding') && ctx.acceptsEncodings('br', 'gzip', 'identity');
    if (encoding !== 'br' && encoding !== 'gzip') return;
    ctx.body = await file.compressed(encoding);
    ctx.set('Content-Encoding', encoding);
  };

  const sendOfApp = (ctx: Context, next: () => Promise<void>, desk: DeskFiles) => {
    const file = desk.app.get(ctx.path.slice('/admin/'.length));
    // Of itself a worker reaches the addresses below its folder, and /admin is none of them.
    if (file) ctx.set('Service-Worker-Allowed', '/admin');
    return file ? send(ctx, file) : next();
  };

  return async (ctx, next) => {
    if (ctx.path !== '/admin' && !ctx.path.startsWith('/admin/')) return next();
    if (ctx.path === '/admin/demo' && ctx.method === 'POST') return giveDemoOwner(ctx, next, demo);
    const isPage = !path.extname(ctx.path) && !ctx.path.startsWith('/admin/desk/');
    const isDeskFile = ctx.path.startsWith('/admin/desk/');
    const isOfApp = /^\/admin\/[\w-]+\.\w+$/.test(ctx.path);
    if (!isPage && !isDeskFile && !isOfApp && !ctx.path.startsWith(explorerFiles)) return next();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowed(ctx.method, 'GET, HEAD');
    if (ctx.path === '/admin/') return ctx.redirect('/admin');
    if (ctx.path.startsWith(explorerFiles)) return sendExplorerFile(ctx, next);
    const desk = await ready();
    if (isOfApp) return sendOfApp(ctx, next, desk);
    if (isDeskFile) {
      const found = desk.find(ctx.path);
      return found ? send(ctx, found.file, found.isKept ? forGood : 'no-cache') : next();
    }
    if (ctx.path === '/admin/explorer') return send(ctx, desk.explorer, 'no-cache', explorerPolicy);
    // Every other address is a page of the desk, which knows its addresses itself.
    const address = ctx.path.slice('/admin'.length) || '/';
    return send(ctx, desk.pageFor(address, languageOf(ctx), demo?.offeredTo(ctx)?.email));
  };
}

/** The language whose texts the page will ask for: the one chosen in this browser, else the one that it prefers. */
function languageOf(ctx: Context): Language {
  const chosen = ctx.cookies.get('haat.language');
  return (chosen ?? (ctx.get('Accept-Language') && ctx.acceptsLanguages('en', 'bn'))) === 'bn' ? 'bn' : 'en';
}

async function giveDemoOwner(ctx: Context, next: () => Promise<void>, demo: DemoOwner | undefined): Promise<void> {
  const owner = demo?.givenTo(ctx);
  // For all others there is no such address.
  if (!owner) return next();
  ctx.set('Cache-Control', 'no-store');
  ctx.body = owner;
}

async function sendExplorerFile(ctx: Context, next: () => Promise<void>): Promise<void> {
  // Loaded when the explorer is opened.
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
