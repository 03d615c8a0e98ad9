// An open model of load: calls arrive at a rate, whether or not the ones before are answered. Each is timed from the moment
// at which it should have been sent, so a server that stalls cannot hide it by slowing the callers down.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'undici';
import { Pool } from 'undici';
import type { Random } from '../faults.ts';

export interface Call {
  kind: string;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Told of the answer that acknowledged it. */
  acknowledged?: (text: string) => void;
}

/** `refused`: by a rule of the business that the mix expects. `shed`: 503 with Retry-After. */
export type Fate = 'done' | 'refused' | 'shed' | 'failed';

export interface Result {
  kind: string;
  fate: Fate;
  /** When it should have been sent. */
  at: number;
  ms: number;
}

export interface Offered {
  results: Result[];
  /** The first answers that were errors, for people. */
  failures: string[];
  /** How much later than they should the calls were sent, 99 of 100: what the generator itself was late. */
  lateMs: number;
}

const answerLimitMs = 30_000;
const failuresKept = 20;
/** As many calls may be without an answer; beyond, the generator would measure itself. */
const mostConnections = 500;

/** Connections are opened as they are needed: in the overload hundreds at once, as from new clients. */
export const openCaller = (origin: string, connections = mostConnections): Pool =>
  new Pool(origin, { connections, pipelining: 1, headersTimeout: answerLimitMs, keepAliveTimeout: 70_000 });

export interface Offer {
  rate: number;
  seconds: number;
  random: Random;
  caller: Pool | Client;
  next: () => Call;
}

/** Offers calls at random moments (a Poisson process) of this rate, and waits until the last is answered. */
export async function offer({ rate, seconds, random, caller, next }: Offer): Promise<Offered> {
  const start = performance.now();
  const end = start + seconds * 1000;
  const results: Result[] = [];
  const failures: string[] = [];
  const late: number[] = [];
  const open = new Set<Promise<void>>();
  const send = async (at: number) => {
    const call = next();
    const [fate, text] = await answerTo(caller, call);
    results.push({ kind: call.kind, fate, at, ms: performance.now() - at });
    if (fate === 'failed' && failures.length < failuresKept) failures.push(`${call.kind}: ${text.slice(0, 300)}`);
  };
  for (let at = start; at < end; ) {
    const now = performance.now();
    if (at > now) {
      await sleep(at - now);
      continue;
    }
    late.push(now - at);
    const sent: Promise<void> = send(at).finally(() => open.delete(sent));
    open.add(sent);
    at -= (Math.log(1 - random()) / rate) * 1000;
  }
  await Promise.all(open);
  return { results, failures, lateMs: quantile(late, 0.99) };
}

async function answerTo(caller: Pool | Client, call: Call): Promise<[Fate, string]> {
  const { method, path, headers, body, acknowledged } = call;
  try {
    const answer = await caller.request({ method, path, headers, body });
    const text = await answer.body.text();
    const fate = fateOf(answer.statusCode, text, answer.headers['retry-after'] !== undefined);
    if (fate === 'done') acknowledged?.(text);
    return [fate, `${answer.statusCode} ${text}`];
  } catch (error) {
    return ['failed', String(error)];
  }
}

function fateOf(status: number, text: string, hasRetryAfter: boolean): Fate {
  if (status === 503) return hasRetryAfter ? 'shed' : 'failed';
  // Tools tell of refusals in their result. There is no header of it for each.
  if (status === 200 && /"isError":true/.test(text)) {
    if (/\\"code\\":\s*\\"UNAVAILABLE/.test(text)) return 'shed';
    return /\\"code\\":\s*\\"INSUFFICIENT_STOCK/.test(text) ? 'refused' : 'failed';
  }
  // A key may send two images at a time.
  if (status === 429 && hasRetryAfter && /images/.test(text)) return 'refused';
  if (status >= 400) return /"code":\s*"INSUFFICIENT_STOCK"/.test(text) ? 'refused' : 'failed';
  return /^\{"errors"/.test(text) ? 'failed' : 'done';
}

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const countOf = (results: Result[], fate: Fate): number =>
  results.filter((result) => result.fate === fate).length;

/** Milliseconds of the answers that were no refusals to serve. */
export const timesOf = (results: Result[]): number[] =>
  results.filter(({ fate }) => fate === 'done' || fate === 'refused').map(({ ms }) => ms);
