// Compresses answers for clients that accept it, at a fast level. Images and videos are already compressed, and streams are
// sent unchanged.
// Compressing secrets can be dangerous when another site can make a browser request them (BREACH). That is not possible
// here: keys and sessions are in the Authorization header, never in a cookie that a browser sends by itself.
import { Stream } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Middleware } from 'koa';
import type { encodings } from '../gate/version.ts';

/** Below this size the headers cost more than compression saves. */
const leastBytes = 1_000;
/** Up to this size, compressing at once is faster than using another thread. */
const maxBytesAtOnce = 64_000;

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)$|image\/svg\+xml$)/;

type Encoding = (typeof encodings)[number];

const gzip = { level: 1 };
const brotli = {
  params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 },
};
const atOnce: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) => zlib.brotliCompressSync(bytes, brotli),
  gzip: (bytes) => zlib.gzipSync(bytes, gzip),
};
const brotliAside = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const gzipAside = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip);
const aside: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotliAside(bytes, brotli),
  gzip: (bytes) => gzipAside(bytes, gzip),
};

/** Bodies that are served many times from memory are compressed only once. */
const done = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

function encode(bytes: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (bytes.length <= maxBytesAtOnce) return atOnce[encoding](bytes);
  const known = done.get(bytes) ?? {};
  done.set(bytes, known);
  known[encoding] ??= aside[encoding](bytes);
  return known[encoding];
}

export const compress: Middleware = async (ctx, next) => {
  await next();
  const { response } = ctx;
  if (!compressible.test(response.type) || response.get('Content-Encoding') || response.get('Content-Range')) return;
  // Said of every answer at an address, 304 too, so that a cache keeps one copy for each encoding.
  if (response.get('Vary')) ctx.vary('Accept-Encoding');
  else ctx.res.setHeader('Vary', 'Accept-Encoding');
  const encoding = ctx.get('Accept-Encoding') && ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (encoding !== 'br' && encoding !== 'gzip') return;
  const { body } = ctx;
  if (body == null || body instanceof Stream || /\bno-transform\b/.test(response.get('Cache-Control'))) return;
  const whole = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  if (Buffer.byteLength(whole) < leastBytes) return;
  ctx.body = await encode(Buffer.isBuffer(whole) ? whole : Buffer.from(whole), encoding);
  ctx.set('Content-Encoding', encoding);
  // The weak tag is that of every encoding; the strong one, which If-Match takes, is that of these bytes.
  const etag = response.get('ETag');
  if (etag?.startsWith('"')) ctx.set('ETag', `${etag.slice(0, -1)}.${encoding}"`);
};
