// npm run haat -- listen: pulls the events of a service and posts them to a local address, signed as webhooks are, so that a
// receiver can be built where no webhook reaches. What fails is said and not tried again: the next event follows.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { post } from '../../workers/deliver/post.ts';
import { deliveryHeaders } from '../../workers/deliver/sign.ts';
import { Refusal } from './operator.ts';

type Options = {
  url: string;
  to: string;
  key: string;
  types?: string | undefined;
  store?: string | undefined;
  secret?: string | undefined;
};

type Event = { id: string; type: string; api_version: string };
type Page = { data: Event[] };

/** A line for people, and the same for machines. */
type Tell = (line: string, fact: object) => void;

const waitSeconds = 25;
/** After a failure: at first, and at most. */
const pauseSeconds = { first: 1, longest: 30 };

/** Listens until the process is told to end. */
export async function listen(options: Options, tell: Tell): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  const agent = new Agent();
  let count = 0;
  try {
    // The clock of the service says when it began: events before that are not asked for.
    const since = await now(options, stopping.signal);
    tell(`Listening to ${options.url}, posting to ${options.to}; Ctrl-C stops.\nSigned with the secret ${secret}`, {
      listening: options.url,
      to: options.to,
      secret,
    });
    for await (const event of pull(options, since, stopping.signal, tell)) {
      count++;
      const body = JSON.stringify(event);
      const { id, type, api_version } = event;
      const headers = deliveryHeaders({ event_id: id, event_type: type, api_version, secrets: [secret], body });
      const answer = await post(agent, options.to, headers, body);
      const said = answer.response_status ?? answer.error;
      tell(`${new Date().toISOString().slice(11, 19)}  ${type.padEnd(18)} ${id}  ${said}  ${answer.duration_ms} ms`, {
        event: id,
        type,
        status: answer.response_status ?? null,
        ...(answer.error && { error: answer.error }),
        duration_ms: answer.duration_ms,
      });
    }
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop);
    await agent.destroy();
  }
  tell(`${count} event${count === 1 ? '' : 's'} posted.`, { posted: count });
}

/** The time of the service; the key is tried with it. */
async function now(options: Options, signal: AbortSignal): Promise<string> {
  const response = await ask(options, '/me', signal);
  await response.body?.cancel();
  return new Date(response.headers.get('date') ?? Date.now()).toISOString();
}

/** The events from now on. It goes on after whatever passes: a restart, a limit, a lost connection. */
async function* pull(options: Options, since: string, signal: AbortSignal, tell: Tell): AsyncGenerator<Event> {
  let cursor: string | undefined;
  let pause = pauseSeconds.first;
  while (!signal.aborted) {
    const query = new URLSearchParams({ limit: '100', wait: String(waitSeconds), created_after: since });
    if (cursor) query.set('starting_after', cursor);
    if (options.types) query.set('types', options.types);
    if (options.store) query.set('store_id', options.store);
    try {
      const response = await ask(options, `/events?${query}`, signal);
      for (const event of ((await response.json()) as Page).data) {
        if (signal.aborted) return;
        yield event;
        cursor = event.id;
      }
      pause = pauseSeconds.first;
    } catch (error) {
      if (signal.aborted || error instanceof Refusal) throw error;
      const seconds = error instanceof TryLater ? Math.max(error.seconds, pause) : pause;
      const { cause, message } = error as Error;
      const why = (cause as Error | undefined)?.message || message;
      tell(`${why}; trying again in ${seconds} s`, { error: why, retry_in_seconds: seconds });
      await sleep(seconds * 1000, undefined, { signal });
      pause = Math.min(pause * 2, pauseSeconds.longest);
    }
  }
}

class TryLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Throws a refusal where asking again would not help. */
async function ask({ url, key }: Options, path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`${url}/ext/v1${path}`, { headers: { authorization: `Bearer ${key}` }, signal });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  const text = error ? `${error.code}: ${error.message}` : `${url} answers ${response.status}`;
  if (response.status === 429 || response.status >= 500)
    throw new TryLater(text, Number(response.headers.get('retry-after')) || 0);
  throw new Refusal(text);
}
