// The types of a call and its outcome, used by REST, tools, the pipeline and the gate.
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
  /** The call was refused before the database was asked; see server/gate/load-shedding.ts. */
  isShed?: boolean;
  replayed: boolean;
  request_id: string | null;
  /** Headers that the operation sets itself. */
  headers?: Record<string, string> | null;
};

export type Answer = {
  outcome: Outcome;
  result: string | null;
  /** The error of the request itself; it is shown only when the outcome is not a refusal. */
  problem?: unknown;
  /** How long the answer was held back because there was nothing to tell; it is no time that the service took. */
  waitedMs?: number;
};

export type Call = {
  keyHash: Buffer;
  operation: NamedOperation;
  /** The checked input, as JSON text. */
  input: string;
  /** The input as the client sent it; the Idempotency-Key is bound to it. */
  sent: unknown;
  idempotencyKey: string | null;
  /** The lines of a job that came as the body, which is not read yet. */
  file?: AsyncIterable<Buffer>;
  requestId: string;
  /** Set when it differs from the cost of the operation: 0 for a call that was already admitted and counted. */
  cost?: number;
  /**
   * For tools: the bucket in which a call outside the key's scopes counts as one.
   * see: guides/tools#how-calls-are-counted
   */
  outOfScopeBucket?: Bucket;
  /** Aborted when the client has left: set for calls that may wait. */
  left?: AbortSignal | undefined;
};

/** The part of an outcome that refuses an admitted call. */
export type Refusal = Pick<Outcome, 'sqlstate' | 'message' | 'fields'> & Partial<Pick<Outcome, 'retry_after'>>;

/** The answer to a call that was counted and then answered or refused before its operation ran. */
export function answered(admission: Outcome, found: Partial<Outcome>, result: string | null = null): Answer {
  if (admission.sqlstate !== null) return { outcome: admission, result: null };
  // `found` has no rate window and, after a database error, no key: both come from the admission.
  const { rate, key } = admission;
  return { outcome: { ...admission, ...found, rate, key }, result };
}

/** The headers of an outcome: the rate window (except on a 401), Retry-After, Idempotent-Replayed, and its own headers. */
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
