// Sends operations of the admin GraphQL. A mutation carries an Idempotency-Key, so it may be sent again after a lost
// connection and happens once.

import type { Meanings } from '../problems/meaning.ts';
import { wrongSecrets } from '../problems/wrong-secrets.ts';
import { forget, token } from './session.ts';
import { learn, loadWords } from './words.ts';

/** The text of an operation, which knows its types: what is imported from `*.graphql`. */
export type Document<Data, Variables> = string & { readonly __types?: (variables: Variables) => Data };

/** What the server refused, in its own words. `fields`: problems of each input, by its name in the mutation. */
export class Refusal extends Error {
  readonly code: string;
  readonly fields: Record<string, string[]>;
  /** Of many things the one that was refused. */
  about: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(message: string, code: string, extensions: Extensions = {}) {
    super(message);
    this.code = code;
    this.fields = extensions.fields ?? {};
    this.requestId = extensions.request_id;
    this.retryAfter = extensions.retry_after;
  }
}

type Extensions = {
  code?: string;
  fields?: Record<string, string[]>;
  request_id?: string;
  retry_after?: number;
  meanings?: Meanings;
};
type Answer<Data> = {
  data?: Data;
  errors?: { message: string; path?: string[]; extensions?: Extensions }[];
};

/**
 * Tells the shell: `connection` (detail: whether it is there), `busy` (detail: whether a read waits for a server that has too
 * much to do), `slow` (detail: whether an answer is long in coming), `session-ended`, `saved` and `answer` (variables, data).
 */
export const events = new EventTarget();
let isConnected = true;
/** What `connection` told last. */
export const isReachable = (): boolean => isConnected;

function connected(is: boolean): void {
  if (is === isConnected) return;
  isConnected = is;
  events.dispatchEvent(new CustomEvent('connection', { detail: is }));
}

/** Sends a request of this session, unless it was `sent` early. Throws a Refusal, also when no answer comes. */
export async function send(path: string, init: RequestInit, sent?: Promise<Response>): Promise<Response> {
  const headers = new Headers(init.headers);
  const own = token();
  if (own) headers.set('Authorization', `Bearer ${own}`);
  try {
    const response = await (sent ?? fetch(path, { ...init, headers }));
    connected(true);
    return response;
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    connected(false);
    throw new Refusal('The server cannot be reached.', 'UNREACHABLE');
  }
}

/** After so long it is said that no answer has come. */
const slowMs = 8_000;
/** The server itself gives up sooner: an answer that has not come by then was lost on the way. */
const lostMs = 45_000;
let late = 0;

function isLate(by: 1 | -1): void {
  late += by;
  if (late === (by > 0 ? 1 : 0)) events.dispatchEvent(new CustomEvent('slow', { detail: late > 0 }));
}

/** What is asked is given up when it gets no answer, as without a connection. */
async function inTime<Value>(outer: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Value>) {
  const controller = new AbortController();
  const end = () => controller.abort();
  if (outer?.aborted) end();
  outer?.addEventListener('abort', end);
  let wasSlow = false;
  const slow = setTimeout(() => {
    wasSlow = true;
    isLate(1);
  }, slowMs);
  let lost: ReturnType<typeof setTimeout> | undefined;
  const giveUp = new Promise<never>((_, reject) => {
    lost = setTimeout(() => {
      connected(false);
      reject(new Refusal('The server does not answer.', 'UNREACHABLE'));
      end();
    }, lostMs);
  });
  try {
    return await Promise.race([work(controller.signal), giveUp]);
  } finally {
    clearTimeout(slow);
    clearTimeout(lost);
    outer?.removeEventListener('abort', end);
    if (wasSlow) isLate(-1);
  }
}

/** The refusal that an answer holds, if it does. The session that has ended is forgotten. */
export function refusalOf({ errors }: Answer<unknown>, retryAfter?: number): Refusal | undefined {
  const first = errors?.[0];
  if (!first) return undefined;
  learn(first.extensions);
  let code = first.extensions?.code ?? 'INTERNAL';
  // A wrong password or code has the code of an ended session; unlike that, it is of one mutation.
  if (code === 'UNAUTHENTICATED') code = wrongSecrets[first.path?.[0] ?? ''] ?? code;
  const refusal = new Refusal(first.message, code, {
    ...(retryAfter && { retry_after: retryAfter }),
    ...first.extensions,
  });
  if (refusal.code === 'UNAUTHENTICATED' && token()) {
    forget();
    events.dispatchEvent(new Event('session-ended'));
  }
  return refusal;
}

type AskOptions = { key?: string; signal?: AbortSignal };

/** What early.ts asked is taken once. */
function takeEarly(body: string): Promise<Response> | undefined {
  const answer = globalThis.haatAsked?.get(body);
  globalThis.haatAsked?.delete(body);
  return answer;
}

const isRead = (document: string): boolean => document.startsWith('query');

/** A question leaves out what is null, as early.ts does. To a mutation null says something. */
const bodyOf = (query: string, variables: object): string =>
  JSON.stringify({
    query,
    variables: isRead(query)
      ? Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== null))
      : variables,
  });

const askOnce = <Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { signal, ...options }: AskOptions,
): Promise<Data> => inTime(signal, (own) => askNow(document, variables, { ...options, signal: own }));

async function askNow<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { key, signal }: AskOptions,
): Promise<Data> {
  const body = bodyOf(document, variables as object);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) },
    body,
    ...(signal && { signal }),
  };
  const response = await send('/admin/graphql', init, takeEarly(body));
  let answer: Answer<Data>;
  try {
    answer = await response.json();
  } catch {
    throw new Refusal(`The server answered ${response.status}.`, 'UNAVAILABLE');
  }
  const refusal = refusalOf(answer, Number(response.headers.get('Retry-After')) || undefined);
  if (refusal) {
    // What is read in other words a moment later is read twice: it comes with its words, where they can be loaded.
    if (!passing.has(refusal.code)) await loadWords().catch(() => {});
    throw refusal;
  }
  // What was changed is shown by what is read next.
  if (!key) events.dispatchEvent(new CustomEvent('answer', { detail: { variables, data: answer.data } }));
  return answer.data!;
}

/** What a server with too much to do answers: a read is asked again, in longer and longer steps. */
const overload = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT']);
const readAgain = 4;
/** What took too long is taken back. The second time it is mostly quicker; what is too much is so each time. */
const mostTimeouts = 2;
let waiting = 0;

/**
 * Sends one operation. Gives its data, or throws the Refusal of the server. What only reads is asked again while the server has
 * too much to do, and the shell says so; a mutation that has to arrive is sent by `insist`.
 */
export async function ask<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  options: AskOptions = {},
): Promise<Data> {
  for (let tries = 0; ; tries++) {
    try {
      return await askOnce(document, variables, options);
    } catch (error) {
      if (!isRead(document) || tries === readAgain || !(error instanceof Refusal) || !overload.has(error.code))
        throw error;
      // Not all at the same moment.
      const ms = (error.retryAfter ?? 2 ** tries) * 1000 * (0.75 + Math.random() / 2);
      if (ms > 60_000) throw error;
      if (++waiting === 1) events.dispatchEvent(new CustomEvent('busy', { detail: true }));
      try {
        await pause(ms, options.signal);
      } finally {
        if (--waiting === 0) events.dispatchEvent(new CustomEvent('busy', { detail: false }));
      }
    }
  }
}

/** What passes by itself: sent again under the same key, it happens once. */
const passing = new Set(['UNREACHABLE', 'UNAVAILABLE', 'IDEMPOTENCY_IN_FLIGHT', 'RATE_LIMITED']);

/** Sends a mutation until it is answered or `signal` ends it. */
export async function insist<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  key: string,
  signal: AbortSignal,
): Promise<Data> {
  let timeouts = 0;
  for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 8000)) {
    try {
      const data = await askOnce(document, variables, { key, signal });
      events.dispatchEvent(new Event('saved'));
      return data;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isPassing = error.code === 'TIMEOUT' ? timeouts++ < mostTimeouts : passing.has(error.code);
      if (!isPassing) throw error;
      await pause(error.retryAfter ? error.retryAfter * 1000 : waitMs, signal);
    }
  }
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new DOMException('cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}

/** A key for one act. randomUUID is there only over https and on localhost; a shop's own network may have neither. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
