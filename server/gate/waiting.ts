// Calls that wait for events: their empty answer is held back until there is one. Meanwhile a call holds no connection and no
// place; the process asks for all of them together, a few times a second. So it needs no connection of its own to listen at,
// which a pooler in transaction mode would not give.
import type { Logger } from '../process/log.ts';
import { ApiError } from './errors.ts';
import type { EventWait, Gates } from './gate.ts';
import { type Answer, answered, type Call } from './outcome.ts';

const pollMs = 250;
/** After a look that failed. */
const pauseMs = 2_000;
/** Calls that may wait at the same time: in this process, and of one key. */
const mostWaiting = 256;
const mostOfKey = 4;

type Waiter = { wait: EventWait; wake: () => void };

export class Waiting {
  readonly #gate: Gates;
  readonly #log: Logger;
  #isStopping = false;
  readonly #byKey = new Map<string, number>();
  #waiting = 0;
  #waiters: Waiter[] = [];
  #horizons: object | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(gate: Gates, log: Logger, stopping?: AbortSignal) {
    this.#gate = gate;
    this.#log = log;
    // Asked to stop, the process ends all waits.
    stopping?.addEventListener('abort', () => {
      this.#isStopping = true;
      for (const { wake } of this.#waiters) wake();
    });
  }

  /** The answer of a call, held back while it is an empty page and the caller is ready to wait. */
  async answer(call: Call): Promise<Answer> {
    const answer = await this.#gate.callOperation(call);
    const { wait: seconds = 0 } = JSON.parse(call.input) as { wait?: number };
    if (seconds === 0 || !isEmptyPage(answer) || this.#isStopping) return answer;
    const key = call.keyHash.toString('base64');
    const ofKey = this.#byKey.get(key) ?? 0;
    const refused = this.#waiting >= mostWaiting ? tooManyHere : ofKey >= mostOfKey ? tooManyOfKey : null;
    if (refused) return answered(answer.outcome, refused);
    this.#waiting++;
    this.#byKey.set(key, ofKey + 1);
    const since = performance.now();
    try {
      return { ...(await this.#next(call, answer, since + seconds * 1000)), waitedMs: performance.now() - since };
    } finally {
      this.#waiting--;
      const left = this.#byKey.get(key)! - 1;
      if (left > 0) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
  }

  /** Asks again whenever there is something, and at the end: the key may have been revoked meanwhile. */
  async #next(call: Call, empty: Answer, until: number): Promise<Answer> {
    const wait = await this.#gate.startEventWait(call);
    // Asked again it is refused in full, as a key that was revoked just now.
    if ('sqlstate' in wait) return this.#gate.callOperation({ ...call, cost: 0 });
    for (;;) {
      if (!call.left?.aborted && !this.#isStopping) await this.#sleep(wait, until - performance.now(), call.left);
      if (call.left?.aborted)
        return { ...empty, problem: new ApiError(499, 'CLIENT_CLOSED_REQUEST', 'The client left.') };
      if (this.#isStopping) return empty;
      const answer = await this.#gate.callOperation({ ...call, cost: 0 });
      if (!isEmptyPage(answer) || performance.now() >= until) return answer;
    }
  }

  #sleep(wait: EventWait, milliseconds: number, left: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(limit);
        left?.removeEventListener('abort', wake);
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        resolve();
      };
      const waiter = { wait, wake };
      const limit = setTimeout(wake, Math.max(0, milliseconds));
      left?.addEventListener('abort', wake);
      this.#waiters.push(waiter);
      // What was seen was not looked at for this one.
      this.#horizons = null;
      this.#timer ??= setTimeout(() => this.#look(), pollMs);
    });
  }

  async #look(): Promise<void> {
    let next = pollMs;
    const asked = [...this.#waiters];
    const before = this.#horizons;
    try {
      const { horizons, awake } = await this.#gate.awaitedEvents(
        asked.map(({ wait }) => wait),
        before,
      );
      // A call may have come while this look was under way.
      if (this.#horizons === before && this.#waiters.every((one) => asked.includes(one))) this.#horizons = horizons;
      for (const place of awake) asked[place]!.wake();
    } catch (error) {
      next = pauseMs;
      this.#log.warn({ reason: String(error) }, 'could not look for events; looking again');
    }
    this.#timer = this.#waiters.length > 0 ? setTimeout(() => this.#look(), next) : undefined;
  }
}

const isEmptyPage = ({ outcome, result }: Answer) =>
  outcome.sqlstate === null && result !== null && /^\{"data" : \[\]/.test(result);

const tooManyOfKey = {
  sqlstate: 'HT005',
  message: `${mostOfKey} calls of this key wait for events already. One reader at a time sees them all.`,
  retry_after: 5,
};

const tooManyHere = { sqlstate: '53300', message: 'Too many calls wait for events.', isShed: true };
