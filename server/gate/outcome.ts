// A call and what becomes of it: what the doors, the pipeline and the gate hand to each other.
import type { Bucket, NamedOperation, Scope } from '../operations/types.ts';

/** Field name (nested: `variants.0.price`) to its problems. Only `items` of INSUFFICIENT_STOCK holds objects. */
export type Fields = Record<string, unknown[]>;

/** What the gate says of a call; see db/code/gate/calls/call.sql. */
export type Outcome = {
  rate: { limit: number; remaining: number; reset: number } | null;
  retry_after: number | null;
  key: { id: string; company_id: string; type: 'store' | 'company'; scopes: Scope[] } | null;
  sqlstate: string | null;
  message?: string | null;
  fields?: Fields | null;
  constraint?: string | null;
  context?: string | null;
  replayed: boolean;
  request_id: string | null;
  /** What the operation itself puts on its response. */
  headers?: Record<string, string> | null;
};

export type Answer = {
  outcome: Outcome;
  result: string | null;
  /** What is wrong with the request itself: told to a caller whose outcome refuses nothing. */
  problem?: unknown;
};

export type Call = {
  keyHash: Buffer;
  operation: NamedOperation;
  /** The checked input, as JSON text. */
  input: string;
  /** The input as the client sent it: what the Idempotency-Key is bound to. */
  sent: unknown;
  idempotencyKey: string | null;
  requestId: string;
  /** Given where it is not the operation's own: 0 for a call that was admitted and counted before. */
  cost?: number;
  /** For tools: the bucket in which a call outside the key's scopes counts as one. spec: Rate limits 6 */
  outOfScopeBucket?: Bucket;
};

/** The part of an outcome that refuses a call which admission has let in. */
export type Refusal = Pick<Outcome, 'sqlstate' | 'message' | 'fields'> & Partial<Pick<Outcome, 'retry_after'>>;

/** The answer to a call that was counted and then answered or refused before its operation ran. */
export function answered(admission: Outcome, found: Partial<Outcome>, result: string | null = null): Answer {
  if (admission.sqlstate !== null) return { outcome: admission, result: null };
  // What was found knows nothing of the window: trouble with the database does not even know the key.
  const { rate, key } = admission;
  return { outcome: { ...admission, ...found, rate, key }, result };
}

/** The headers an outcome gives its response: the rate window on everything but a 401, what a client may wait for, its own. */
export function outcomeHeaders({ rate, retry_after, replayed, headers }: Outcome): Record<string, string> {
  return {
    ...(rate && {
      'X-RateLimit-Limit': String(rate.limit),
      'X-RateLimit-Remaining': String(rate.remaining),
      'X-RateLimit-Reset': String(rate.reset),
    }),
    ...(retry_after && { 'Retry-After': String(retry_after) }),
    ...(replayed && { 'Idempotent-Replayed': 'true' }),
    ...headers,
  };
}
