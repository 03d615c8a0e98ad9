// The per-IP backstop: it stands before the key look-up, so that a flood or a guesser of keys costs no database work.
// It counts per process and only roughly bounds what one address may do; the exact limits are the keys' own.
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import { ApiError, rateLimited } from './errors.ts';

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

  /** Counts for an address; gives the seconds to wait when it is over the limit of this minute, else 0. */
  count(ip: string, cost = 1): number {
    const now = this.#now();
    const window = Math.floor(now / minute);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const source = sourceOf(ip);
    const used = (this.#counts.get(source) ?? 0) + cost;
    if (used === cost && this.#counts.size >= largest) {
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

export function backstop(requestsPerMinute: number, now?: () => number): Middleware {
  const counts = new Backstop(requestsPerMinute, now);
  return async (ctx, next) => {
    const retryAfter = counts.count(ctx.ip);
    if (retryAfter > 0) throw rateLimited('Too many requests from this address.', retryAfter);
    let refused = false;
    try {
      await next();
      refused = ctx.status === 401 || ctx.state.refusedSignIn === true;
    } catch (error) {
      refused = error instanceof ApiError && error.status === 401;
      throw error;
    } finally {
      if (refused) counts.count(ctx.ip, failureSurcharge);
    }
  };
}
