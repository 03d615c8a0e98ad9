// The per-IP backstop: it stands before the key look-up, so that a flood or a guesser of keys costs no database work.
// It counts what has no valid key, per process, and only roughly bounds what one address may do; the exact limits are the
// keys' own.
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import { ApiError, rateLimited } from '../gate/errors.ts';
import { presentedKey } from '../gate/gate.ts';

const minute = 60_000;
const largest = 100_000;
/** A failed authentication counts ten-fold: once like every request, and this much more. */
const failureSurcharge = 9;

export class Backstop {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #window = 0;

  constructor(limit: number, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  get size(): number {
    return this.#counts.size;
  }

  /**
   * Counts for an address; a cost below 0 gives back. Answers with the seconds to wait when it is over the limit of this
   * minute, else 0.
   */
  count(ip: string, cost = 1): number {
    const now = this.#now();
    const window = Math.floor(now / minute);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const source = sourceOf(ip);
    // What was counted in the minute before is not given back in this one.
    const used = Math.max(0, (this.#counts.get(source) ?? 0) + cost);
    if (!this.#counts.has(source) && this.#counts.size >= largest) {
      // Bounded memory: the address seen first this minute gives way.
      this.#counts.delete(this.#counts.keys().next().value!);
    }
    this.#counts.set(source, used);
    return used > this.#limit ? Math.max(1, Math.ceil(((window + 1) * minute - now) / 1000)) : 0;
  }
}

/** Whoever holds one IPv6 address holds its whole /64, so that is counted as one. */
function sourceOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).parts.slice(0, 4).join(':') : address.toString();
}

/** Keys that were admitted lately, by their hashes, the one used longest ago first. */
export class KnownKeys {
  readonly #hashes = new Set<string>();
  readonly #most: number;

  constructor(most = largest) {
    this.#most = most;
  }

  get size(): number {
    return this.#hashes.size;
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  remember(hash: string): void {
    this.#hashes.delete(hash);
    this.#hashes.add(hash);
    if (this.#hashes.size > this.#most) this.#hashes.delete(this.#hashes.keys().next().value!);
  }

  forget(hash: string): void {
    this.#hashes.delete(hash);
  }
}

/**
 * A key that was admitted answers to its own windows alone, however many of them call from one address. It is known only
 * afterwards, so a call with a key that is new here is counted first and given back.
 */
export function backstop(requestsPerMinute: number, now?: () => number): Middleware {
  const counts = new Backstop(requestsPerMinute, now);
  const known = new KnownKeys();
  return async (ctx, next) => {
    const key = keyOf(ctx.get('Authorization'));
    const isKnown = key !== null && known.has(key);
    const retryAfter = isKnown ? 0 : counts.count(ctx.ip);
    if (retryAfter > 0)
      throw rateLimited(
        'Too many requests from this IP address. Wait as many seconds as Retry-After says.',
        retryAfter,
      );
    let status = 500;
    try {
      await next();
      status = ctx.status;
    } catch (error) {
      if (error instanceof ApiError) status = error.status;
      throw error;
    } finally {
      if (key !== null && ctx.state.keyId) {
        known.remember(key);
        if (!isKnown) counts.count(ctx.ip, -1);
      } else if (status < 500) {
        // Not counted by the gate: a 401, or a page that needs no key. It counts here, and the next one beforehand.
        if (key !== null) known.forget(key);
        if (isKnown) counts.count(ctx.ip);
        if (status === 401 || ctx.state.refusedSignIn === true) counts.count(ctx.ip, failureSurcharge);
      }
    }
  };
}

/** The hash of what looks like a key of ours, null for everything else. */
function keyOf(authorization: string): string | null {
  try {
    return presentedKey(authorization).toString('base64');
  } catch {
    return null;
  }
}
