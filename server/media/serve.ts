// Our own image origin: GET /media/<key>. A key never changes its content, so a copy may be kept for ever.
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { ApiError, methodNotAllowed, notFound } from '../errors.ts';
import { type ByteRange, isMediaKey, type MediaStorage } from './storage.ts';

export const mediaPrefix = '/media/';

const types: Record<string, string> = { '.webp': 'image/webp', '.mp4': 'video/mp4' };

export function serveMedia(storage: MediaStorage): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(mediaPrefix)) return next();
    if (!['GET', 'HEAD'].includes(ctx.method)) throw methodNotAllowed(ctx.method, 'GET, HEAD');
    const key = ctx.path.slice(mediaPrefix.length);
    const type = types[path.extname(key)];
    const stored = type && isMediaKey(key) ? await storage.stat(key) : null;
    if (!type || !stored) throw notFound('No such file.');
    ctx.set({
      'Accept-Ranges': 'bytes',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Shops show these on pages of their own, and the bytes are nobody's page.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${path.basename(key)}"`,
    });
    ctx.type = type;
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const range = readRange(ctx, stored.size);
    ctx.length = range ? range.end - range.start + 1 : stored.size;
    if (range) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${stored.size}`);
    }
    if (ctx.method === 'HEAD') return;
    ctx.body = storage.get(key, range);
  };
}

/** One range, as players ask for it; several at once are answered with the whole. */
function readRange(ctx: Context, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range')) ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(size - Number(last), 0);
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (start > end) {
    throw new ApiError(416, 'RANGE_NOT_SATISFIABLE', 'The file has no such bytes.', {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  return { start, end };
}
