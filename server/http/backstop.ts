// The per-IP limit. It runs before the key look-up, so that floods and guessed keys cause no database work. It counts
// requests without a valid key, in each process, so it is only a rough limit; the exact limits belong to the keys.
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import { ApiError, rateLimited } from '../gate/errors.ts';
import { presentedKey } from '../gate/gate.ts';

const minute = 60_000;
const largest = 100_000;
/** A failed authentication counts as ten: one like every request, plus this. */
const failureSurcharge = 9;

export class Backstop {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #window = 0;

  /** By a clock that only goes forward: a clock of the day that is set back would begin the minute anew. */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#now = now;
  }

  get size(): number {
    return this.#counts.size;
  }

  /**
   * Counts a request of an address; a negative cost takes it back. Returns the seconds to wait when the address is over its
   * limit in this minute, otherwise 0.
   */
  count(ip: string, cost = 1): number {
    const now = this.#now();
    const window = Math.floor(now / minute);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const source = sourceOf(ip);
    // A count of the previous minute cannot be taken back in this minute.
    const used = Math.max(0, (this.#counts.get(source) ?? 0) + cost);
    if (!this.#counts.has(source) && this.#counts.size >= largest) {
      // Memory is limited: the address seen first in this minute is removed.
      this.#counts.delete(this.#counts.keys().next().value!);
    }
    this.#counts.set(source, used);
    return used > this.#limit ? Math.max(1, Math.ceil(((window + 1) * minute - now) / 1000)) : 0;
  }
}

/** A client with one IPv6 address usually has the whole /64 network, so the network is counted as one address. */
export function sourceOf(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).parts.slice(0, 4).join(':') : address.toString();
}

/** Hashes of the keys that were admitted recently, least recently used first. */
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
 * An admitted key has only its own limits, even when many keys call from one address. Whether a key is valid is known only
 * after the call, so a call with a key that is new here is counted first and taken back later.
 */
export function backstop(requestsPerMinute: number, now?: () => number): Middleware {
  const counts = new Backstop(requestsPerMinute, now);
  const known = new KnownKeys();
  return async (ctx, next) => {
    const hash = keyOf(ctx.get('Authorization'));
    const key = hash === null ? null : hash.toString('base64');
    ctx.state.keyHash = hash;
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
        // The gate did not count it: a 401, or a page that needs no key. It counts here, and the next call counts first.
        if (key !== null) known.forget(key);
        if (isKnown) counts.count(ctx.ip);
        if (status === 401 || ctx.state.refusedSignIn === true) counts.count(ctx.ip, failureSurcharge);
      }
    }
  };
}

/** The hash of a token that has the form of an API key; null for everything else. */
function keyOf(authorization: string): Buffer | null {
  try {
    return presentedKey(authorization);
  } catch {
    return null;
  }
}
