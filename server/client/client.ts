// A client of Haat: openapi-fetch, with what every program needs around it. Calls are tried again where that helps, always with
// the same Idempotency-Key; lists and events are iterators; webhooks are verified.
import createClient, { type Client } from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';

export type HaatOptions = {
  /** Where the API is, as https://haat.example/ext/v1. */
  baseUrl: string;
  /** An API key of a store or a company. */
  key: string;
  /** How often a call is tried again; 5 unless given. */
  retries?: number;
  fetch?: typeof globalThis.fetch;
  /** Waits before the next try; for tests. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** A refusal, thrown by the iterators. `code` is stable: branch on it. */
export class HaatError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, unknown[]>;
  readonly requestId: string | undefined;

  constructor(status: number, { code, message, fields, request_id }: ErrorBody['error']) {
    super(`${code}: ${message}`);
    this.status = status;
    this.code = code;
    this.fields = fields ?? {};
    this.requestId = request_id;
  }
}

type ErrorBody = {
  error: { code: string; message: string; fields?: Record<string, unknown[]>; request_id?: string };
};
type Page<Row> = { data: Row[]; meta: { next_cursor: string | null } };

/** The rows of a path that is a list; never of another. */
type RowOf<Item> = Item extends {
  get: { responses: { 200: { content: { 'application/json': Page<infer Row> } } } };
}
  ? Row
  : never;
type ListPath<Paths> = { [Path in keyof Paths]: [RowOf<Paths[Path]>] extends [never] ? never : Path }[keyof Paths];
type QueryOf<Item> = Item extends { get: { parameters: { query?: infer Query } } } ? NonNullable<Query> : never;
type PathOf<Item> = Item extends { get: { parameters: { path: infer Path } } } ? { path: Path } : { path?: never };
type ListOptions<Item> = PathOf<Item> & { query?: Omit<QueryOf<Item>, 'starting_after'>; signal?: AbortSignal };
type ListArguments<Item> = object extends PathOf<Item> ? [options?: ListOptions<Item>] : [options: ListOptions<Item>];

/** What happened: the body of a webhook, and an entry of GET /events. */
export type EventOf<Webhooks> = {
  [Type in keyof Webhooks]: Webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } };
  }
    ? Body
    : never;
}[keyof Webhooks];

export type EventOptions = {
  /** Go on after this event: the id of the last one you handled. Without it they begin 30 days ago. */
  startingAfter?: string;
  /** Begin here instead: `new Date()` means now. */
  createdAfter?: Date;
  types?: string[];
  /** With a company key: only this store. */
  storeId?: string;
  signal?: AbortSignal;
};

/** What became of a line of a job: the answer, or the error, that the call has by itself. */
export type JobResult = { line: number; status: number; answer?: unknown; error?: ErrorBody['error'] };

export type JobResultOptions = {
  /** Only lines that were refused. */
  refusedOnly?: boolean;
  /** Go on after this line. */
  startingAfter?: number;
  signal?: AbortSignal;
};

export type HaatClient<Paths extends object, Webhooks> = Client<Paths> & {
  /** Every row of a list, page after page. */
  pages<Path extends ListPath<Paths>>(
    path: Path,
    ...options: ListArguments<Paths[Path]>
  ): AsyncGenerator<RowOf<Paths[Path]>, void>;
  /** Events as they happen, oldest first, none missed and none twice; it ends when `signal` does. */
  events(options?: EventOptions): AsyncGenerator<EventOf<Webhooks>, void>;
  /** The results of a job's lines in order, also over connections that break off. */
  jobResults(id: string, options?: JobResultOptions): AsyncGenerator<JobResult, void>;
};

export function createHaatClient<Paths extends object, Webhooks>(options: HaatOptions): HaatClient<Paths, Webhooks> {
  const { baseUrl, key, retries = 5, fetch = globalThis.fetch, pause = wait } = options;
  const client = createClient<Paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    // A list is one parameter with commas.
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: (request) => retry(request, fetch, retries, pause),
  });
  client.use({
    onRequest({ request }) {
      const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
      if (!isRead && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', crypto.randomUUID());
    },
  });
  // The types of a path are known to the caller; in here every list is the same.
  const get = client.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: unknown; error?: ErrorBody; response: Response }>;

  async function read<Answer>(path: string, init: object): Promise<Answer> {
    const { data, error, response } = await get(path, init);
    if (data) return data as Answer;
    throw new HaatError(response.status, error?.error ?? { code: 'UNKNOWN', message: response.statusText });
  }

  const page = (path: string, params: object, signal: AbortSignal | undefined) =>
    read<Page<{ id: string }>>(path, { params, signal });

  type Loose = { path?: object; query?: object; signal?: AbortSignal };

  async function* pages(path: string, { path: place, query, signal }: Loose = {}) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const next = await page(path, { path: place, query: { limit: 100, ...query, starting_after: cursor } }, signal);
      yield* next.data;
      cursor = next.meta.next_cursor;
    }
  }

  async function* events({ startingAfter, createdAfter, types, storeId, signal }: EventOptions = {}) {
    const query = { limit: 100, wait: 25, types, store_id: storeId, created_after: createdAfter?.toISOString() };
    for (let cursor = startingAfter; ; ) {
      let next: Page<{ id: string }>;
      try {
        next = await page('/events', { query: { ...query, starting_after: cursor } }, signal);
      } catch (error) {
        if (signal?.aborted) return;
        throw error;
      }
      for (const event of next.data) {
        yield event;
        cursor = event.id;
      }
    }
  }

  async function* jobResults(id: string, { refusedOnly, startingAfter, signal }: JobResultOptions = {}) {
    let last = startingAfter;
    for (let tries = 0; ; tries++) {
      const query = { refused_only: refusedOnly, starting_after: last };
      const init = { params: { path: { id }, query }, parseAs: 'stream', signal };
      const stream = await read<ReadableStream<Uint8Array>>('/jobs/{id}/results', init);
      try {
        for await (const text of linesOf(stream)) {
          const result = JSON.parse(text) as JobResult;
          yield result;
          last = result.line;
          tries = 0;
        }
        return;
      } catch (error) {
        if (signal?.aborted || tries >= retries) throw error;
        await pause(waitOf(null, tries), signal ?? new AbortController().signal);
      }
    }
  }

  return Object.assign(client, { pages, events, jobResults }) as unknown as HaatClient<Paths, Webhooks>;
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  // Not every browser iterates over a stream.
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split('\n');
      rest = done ? '' : lines.pop()!;
      yield* lines.filter(Boolean);
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** The headers of a request: those of Node and Express, or those of `fetch`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** The event of a webhook whose signature is good; throws otherwise. `body` is what arrived, before any parsing. */
export function verifyWebhook<Event>(secret: string, body: string, headers: WebhookHeaders): Event {
  const entries: [string, unknown][] =
    headers instanceof Headers ? signed.map((name) => [name, headers.get(name)]) : Object.entries(headers);
  const given = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Webhook(secret).verify(body, Object.fromEntries(given)) as Event;
}

/** The request is the same each time, with its Idempotency-Key: a write that was done is answered again, not done again. */
async function retry(
  request: Request,
  fetch: typeof globalThis.fetch,
  retries: number,
  pause: NonNullable<HaatOptions['pause']>,
): Promise<Response> {
  for (let tries = 0; ; tries++) {
    let response: Response | undefined;
    try {
      response = await fetch(request.clone());
    } catch (error) {
      if (request.signal.aborted || tries >= retries) throw error;
    }
    if (response && (tries >= retries || !(await passes(response)))) return response;
    await response?.body?.cancel();
    await pause(waitOf(response?.headers.get('Retry-After'), tries), request.signal);
  }
}

/** Whether the same request may be answered otherwise in a while. */
async function passes(response: Response): Promise<boolean> {
  if (response.status === 429 || response.status >= 500) return true;
  if (response.status !== 409) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as ErrorBody | null;
  return body?.error?.code === 'IDEMPOTENCY_IN_FLIGHT';
}

/** What the service asks for; else half a second, doubled each time, with some chance in it. */
function waitOf(retryAfter: string | null | undefined, tries: number): number {
  const seconds =
    retryAfter && (/^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000);
  if (seconds && seconds > 0) return Math.min(seconds, 120) * 1000;
  return Math.min(500 * 2 ** tries, 30_000) * (0.5 + Math.random() / 2);
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
