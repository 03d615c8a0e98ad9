// Serves media: GET /media/<key>. The content of a key never changes, so it may be cached forever. Images are public. The
// address of a video in a folder has a signature, that of an export or attachment also an end. For a video in a bucket the
// client is redirected to the bucket, so that whole videos do not pass through this process; exports and attachments are
// signed there at once.
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import { ApiError, forbidden, methodNotAllowed, notFound } from '../gate/errors.ts';
import { FolderStorage } from '../media/storage/folder.ts';
import type { ByteRange, MediaStorage } from '../media/storage/index.ts';
import { cachedForever, isMediaKey, isPrivateKey, mediaType } from '../media/storage/keys.ts';
import { receiveParts } from './receive-parts.ts';

export const mediaPrefix = '/media/';

// The address in the bucket is valid for at least half an hour; players send more requests within this time.
const redirectSeconds = 15 * 60;

export function serveMedia(storage: MediaStorage): Middleware {
  const folder = storage instanceof FolderStorage ? storage : null;
  const receive: Middleware = folder ? receiveParts(folder) : (_ctx, next) => next();
  return (ctx, next) => (ctx.path.startsWith(mediaPrefix) ? receive(ctx, () => serve(ctx)) : next());

  async function serve(ctx: Context): Promise<void> {
    if (!['GET', 'HEAD'].includes(ctx.method)) throw methodNotAllowed(ctx.method, 'GET, HEAD');
    const key = ctx.path.slice(mediaPrefix.length);
    const type = isMediaKey(key) ? mediaType(key) : undefined;
    if (!type || (isPrivateKey(key) && !folder)) throw notFound('No such file.');
    if (isPrivateKey(key)) await refuseUnsigned(ctx, folder!, key);
    if (type.startsWith('video/')) {
      if (folder && !(await folder.isSignedPlayback(key, String(ctx.query.signature)))) {
        throw forbidden('The signature does not match this file.');
      }
      // The address in the bucket is valid only for GET, so HEAD is answered here.
      const address = ctx.method === 'GET' ? await storage.signGet(key) : null;
      if (address) return redirect(ctx, address);
    }
    const stored = await storage.stat(key);
    if (!stored) throw notFound('No such file.');
    ctx.set({
      'Accept-Ranges': 'bytes',
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': cachedForever,
      // Shops embed these files in their own pages, and the files themselves are not pages.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${path.basename(key)}"`,
    });
    if (isPrivateKey(key)) {
      // The pages of staff show attachments, and may have another origin than media.
      const isShown = key.startsWith('attachments/');
      ctx.set({
        'Cache-Control': isShown ? 'private, max-age=300' : 'private, no-store',
        'Cross-Origin-Resource-Policy': isShown ? 'cross-origin' : 'same-origin',
      });
      // Saved, not opened: nothing that was sent in runs as a page of ours.
      ctx.attachment(String(ctx.query.name));
    }
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
  }
}

async function refuseUnsigned(ctx: Context, folder: FolderStorage, key: string): Promise<void> {
  const { name, expires, signature } = ctx.query;
  if (!(await folder.isSignedDownload(key, String(name), Number(expires), String(signature))))
    throw forbidden('The signature does not match this file.');
  if (Number(expires) * 1000 < Date.now())
    throw forbidden('This address has expired. Ask for another where you got it.');
}

function redirect(ctx: Context, address: string): void {
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': `public, max-age=${redirectSeconds}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Location: address,
  });
  ctx.status = 302;
  ctx.body = '';
}

/** One range, as players request it. Several ranges, invalid ones and HEAD are answered with the whole file. */
function readRange(ctx: Context, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(ctx.get('Range')) ?? [];
  if (ctx.method === 'HEAD' || (!first && !last) || (first && last && Number(first) > Number(last))) return undefined;
  // The client has a part of another version, so a range does not help it.
  if (ctx.get('If-Range') && ctx.get('If-Range') !== ctx.response.get('ETag')) return undefined;
  const start = first ? Number(first) : Math.max(size - Number(last), 0);
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (start > end) {
    throw new ApiError(416, 'RANGE_NOT_SATISFIABLE', 'The requested range lies outside the file.', {
      // This error must not be cached in place of the file.
      headers: { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` },
    });
  }
  return { start, end };
}
