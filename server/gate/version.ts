// Versions of a record: `updated_at`, which moves with every change. Reads of one record carry it in their tag; a write names the
// version that its client has read, over REST in If-Match, as a tool or a line of a job in `expected_updated_at`. SQL compares
// them under its lock (internal.check_version), and 412 is the answer to a client that would write over a change unseen.
import type { Context } from 'koa';
import { instant, isGiven } from '../operations/schemas.ts';
import type { NamedOperation } from '../operations/types.ts';
import { Problem } from '../problems/problem.ts';
import { badHeader } from './errors.ts';

/** The versions that a client names, in milliseconds since 1970; null: it names none, or any will do. */
export type Versions = number[] | null;

type Versioned = Pick<NamedOperation, 'writes' | 'input'>;

/** What answers are packed as, and how the strong tag of a packed one ends. */
export const encodings = ['br', 'gzip'] as const;

/** The tag of one record: strong, as If-Match asks for; `hash` is that of the answer. */
export const versionTag = (updatedAt: string, hash: string) => `"${Date.parse(updatedAt)}.${hash}"`;

const tag = '(?:W/)?"[!#-~\\x80-\\xff]*"';
const listOfTags = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`);

/** Headers that protect a write and that no write here can honour. */
const others = ['If-None-Match', 'If-Unmodified-Since'];

/**
 * The versions in If-Match. RFC 9110: `*` fits any record that is there, of several tags one must fit, and a weak one fits
 * none. Throws 400 for what cannot be honoured: a header that protects a write is never passed over.
 */
export function readIfMatch(ctx: Context, { writes, method }: NamedOperation): Versions {
  if (method === 'GET') return null;
  for (const name of others) {
    if (ctx.headers[name.toLowerCase()] !== undefined)
      throw badHeader(
        name,
        `cannot be honoured by a write${writes ? ': send the ETag of the record in If-Match' : ''}`,
      );
  }
  const sent = ctx.headers['if-match'];
  if (sent === undefined) return null;
  if (!writes) throw badHeader('If-Match', 'cannot be honoured: this call does not write one record that is there');
  if (sent.trim() === '*') return null;
  if (!listOfTags.test(sent.trim())) throw badHeader('If-Match', 'must be *, or the ETag of the record in its quotes');
  return (sent.match(new RegExp(tag, 'g')) ?? []).flatMap((one) => {
    const [, version] = /^"(\d{1,15})\./.exec(one) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}

/** The argument of tools, and of lines of jobs. */
export const expectedUpdatedAt = 'expected_updated_at';

/** Takes `expected_updated_at` out of what was sent, where the operation writes one record. */
export function takeExpected(
  operation: Versioned,
  { [expectedUpdatedAt]: expected, ...others }: Record<string, unknown>,
): { others: Record<string, unknown>; versions: Versions; problem: Problem | null } {
  // Where it means nothing it stays, and is refused as any other field that is not allowed.
  if (!operation.writes)
    return { others: { ...others, ...(expected !== undefined && { [expectedUpdatedAt]: expected }) }, ...none };
  if (!isGiven(expected)) return { others, ...none };
  const parsed = instant.safeParse(expected);
  if (parsed.success) return { others, versions: [Date.parse(parsed.data)], problem: null };
  return { others, versions: null, problem: new Problem('momentForm.updatedAt') };
}

const none = { versions: null, problem: null };

/** The checked input, with the versions that SQL compares. */
export function withVersions(input: string, operation: Versioned, versions: Versions): string {
  if (versions === null) return input;
  const { writes, input: schema } = operation;
  const sent = JSON.parse(input) as Record<string, unknown>;
  const id = sent[['id', 'identifier', 'product_id'].find((field) => Object.hasOwn(schema.shape, field))!];
  return JSON.stringify({ ...sent, expected_version: { record: writes, id, versions } });
}
