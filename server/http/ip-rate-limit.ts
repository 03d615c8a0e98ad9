// The per-IP limit. It runs before the call, so that floods and guessed keys cause little work: past the limit a key is only
// looked up, a hundred with one statement (lookups.ts). It counts requests without a valid key, in each process, so it is only
// a rough limit; the exact limits belong to the keys, and to sign-ins (db/code/internal/staff/check_waits.sql).
import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import { ApiError, errorOf, rateLimited, unavailable } from '../gate/errors.ts';
import { presentedKey } from '../gate/gate.ts';
import { sqlstateOf } from '../gate/infrastructure-errors.ts';
import { Shed } from '../gate/load-shedding.ts';
import { type FindValid, type Found, Lookups } from '../gate/lookups.ts';
import { presentedSession } from '../gate/session-token.ts';

const minute = 60_000;
const largest = 100_000;
/** A failed authentication counts as ten: one like every request, plus this. */
const failureSurcharge = 9;

export class IpCounts {
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

/** What an address is counted for. Each count has the whole limit: none can use up another's. */
type Kind = 'calls' | 'signIns' | 'pages';

/** What a request presents where a credential is asked for. `hash` is null without one. */
type Credential = { of: 'key' | 'session'; hash: Buffer | null; isWellFormed: boolean };

export type Doors = {
  /** Where it is looked up whether a key or a session is valid. */
  validKeys: FindValid;
  validSessions: FindValid;
  /** Paths below /ext that need no key. */
  keyless: string[];
  /** Where staff sign in, before they have a session. */
  signIn: string;
};

/** Keys with the earlier prefix may be of any length. */
const keyForm = /^bearer +(service_sk_[0-9A-Za-z]{40}|shop_sk_[0-9A-Za-z]+)$/i;

/**
 * An admitted key has only its own limits, even when many keys call from one address, and so has a session of staff. Whether
 * a credential is valid is known only after the call, so a call with one that is new here is counted first and taken back
 * later; when the address is over its limit, the credential is looked up before it is refused. Calls, sign-ins and pages
 * count apart: a forgotten key that fails again and again keeps its colleagues neither from signing in nor from reading.
 */
export function ipRateLimit(requestsPerMinute: number, doors: Doors, now?: () => number): Middleware {
  const counts: Record<Kind, IpCounts> = {
    calls: new IpCounts(requestsPerMinute, now),
    signIns: new IpCounts(requestsPerMinute, now),
    pages: new IpCounts(requestsPerMinute, now),
  };
  const known = new KnownKeys();
  const lookups = { key: new Lookups(doors.validKeys, {}, now), session: new Lookups(doors.validSessions, {}, now) };
  return async (ctx, next) => {
    const credential = credentialOf(ctx, doors);
    const kind = kindOf(ctx, doors, credential);
    const hash = credential?.hash ?? null;
    const key = hash === null ? null : hash.toString('base64');
    if (credential?.of === 'key') ctx.state.keyHash = hash;
    const isKnown = key !== null && known.has(key);
    const retryAfter = isKnown ? 0 : counts[kind].count(ctx.ip);
    if (retryAfter > 0) {
      const found = credential?.isWellFormed
        ? await lookUp(lookups[credential.of], hash!, sourceOf(ctx.ip))
        : 'unknown';
      if (found !== 'valid')
        throw rateLimited(
          'Too many requests from this IP address. Wait as many seconds as Retry-After says.',
          found === 'busy' ? 1 : retryAfter,
        );
    }
    let status = 500;
    try {
      await next();
      status = ctx.status;
    } catch (error) {
      if (error instanceof ApiError) status = error.status;
      throw error;
    } finally {
      if (key !== null && (ctx.state.keyId ?? ctx.state.companyId)) {
        known.remember(key);
        if (!isKnown) counts[kind].count(ctx.ip, -1);
      } else if (status < 500) {
        // Nothing else counted it: a 401, or a page that needs no key. It counts here.
        if (key !== null && status === 401) known.forget(key);
        if (isKnown) counts[kind].count(ctx.ip);
        if (status === 401) counts.calls.count(ctx.ip, failureSurcharge);
      }
      if (ctx.state.refusedSignIn === true && status < 400) counts.signIns.count(ctx.ip, failureSurcharge);
    }
  };
}

async function lookUp(lookups: Lookups, hash: Buffer, source: string): Promise<Found> {
  try {
    return await lookups.ask(hash, source);
  } catch (error) {
    throw error instanceof Shed ? unavailable() : errorOf({ sqlstate: sqlstateOf(error) });
  }
}

/** Addresses of the API take keys, those of staff take sessions; null where neither is asked for. */
function credentialOf({ path, headers: { authorization = '' } }: Context, { keyless }: Doors): Credential | null {
  if (path.startsWith('/ext/') && !keyless.includes(path))
    return { of: 'key', hash: keyOf(authorization), isWellFormed: keyForm.test(authorization) };
  if (!path.startsWith('/admin/')) return null;
  const hash = presentedSession(authorization);
  return { of: 'session', hash, isWellFormed: hash !== null };
}

function kindOf(ctx: Context, { signIn }: Doors, credential: Credential | null): Kind {
  if (credential === null) return 'pages';
  if (credential.of === 'key' || ctx.get('Authorization') !== '') return 'calls';
  return ctx.path === signIn ? 'signIns' : 'pages';
}

/** The hash of a token that has the form of an API key; null for everything else. */
function keyOf(authorization: string): Buffer | null {
  try {
    return presentedKey(authorization);
  } catch {
    return null;
  }
}
