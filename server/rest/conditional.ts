// The tags of answers. A caller that sends back the tag of the same answer gets 304 without it, and the tag of one record is what
// a write of it takes in If-Match (server/gate/version.ts).
import { hash } from 'node:crypto';
import type { Context } from 'koa';
import type { z } from 'zod';
import { encodings, versionTag } from '../gate/version.ts';
import type { Operation } from '../operations/types.ts';

/** True for the answer of an operation that is one record with a version. */
const isRecord = ({ output }: Operation) => Object.hasOwn((output as z.ZodObject).shape ?? {}, 'updated_at');

/**
 * The tag of an answer, made from the answer alone: keys that see the same have the same tag, and whatever changes it changes
 * the tag. That of one record is strong, so each encoding has its own (server/http/compress.ts); any other is weak.
 */
export function tagOf(operation: Operation, result: string, bytes: string | Buffer): string {
  const digest = hash('sha256', bytes, 'base64url').slice(0, 27);
  return isRecord(operation) ? versionTag(JSON.parse(result).updated_at, digest) : `W/"${digest}"`;
}

/**
 * Sets the tag of a read. Whether the caller has the answer already, in whatever encoding, as its If-None-Match says.
 *
 * Koa's `ctx.fresh` is not used: it believes the `Cache-Control: no-cache` that fetch adds to each If-None-Match of its own.
 */
export function isKnown(ctx: Context, tag: string): boolean {
  ctx.res.setHeader('ETag', tag);
  // Kept by the caller alone, who asks each time.
  ctx.res.setHeader('Cache-Control', 'private, no-cache');
  const sent = ctx.get('If-None-Match');
  if (sent.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '').slice(0, -1);
  const ours = [`${opaque}"`, ...encodings.map((encoding) => `${opaque}.${encoding}"`)];
  const known = sent.match(/"[^"]*"/g)?.find((one) => ours.includes(one));
  if (known === undefined) return false;
  if (tag.startsWith('"')) ctx.res.setHeader('ETag', known);
  return true;
}
