// Conditional reads: an answer has a tag, and a caller that sends the tag of the same answer gets 304 without it.
import { hash } from 'node:crypto';
import type { Context } from 'koa';

/**
 * Sets the tag of an answer. Whether the caller has that answer already, as its If-None-Match says.
 *
 * The tag is made from the answer alone: keys that see the same have the same tag, and whatever changes it changes the tag.
 * Koa's `ctx.fresh` is not used: it believes the `Cache-Control: no-cache` that fetch adds to each If-None-Match of its own.
 */
export function isKnown(ctx: Context, answer: string | Buffer): boolean {
  const tag = `"${hash('sha256', answer, 'base64url').slice(0, 27)}"`;
  // Weak, because it is the tag of every encoding of the answer. Kept by the caller alone, who asks each time.
  ctx.res.setHeader('ETag', `W/${tag}`);
  ctx.res.setHeader('Cache-Control', 'private, no-cache');
  const known = ctx.get('If-None-Match');
  return known.trim() === '*' || (known.match(/"[^"]*"/g)?.includes(tag) ?? false);
}
