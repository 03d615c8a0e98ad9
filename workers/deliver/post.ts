// Sends one attempt as a POST and returns its outcome. Never throws.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface Answer {
  outcome: 'delivered' | 'rejected' | 'timeout' | 'unreachable' | 'refused';
  response_status?: number;
  response_body?: string;
  error?: string;
  duration_ms: number;
  /** How many seconds the receiver asks us to wait. */
  retry_after?: number;
}

/** For the whole attempt, from the DNS lookup to the end of the answer. */
const usualTimeoutMs = 15_000;
/** How much of an answer is stored in the log. */
const storedBytes = 10_240;
/** An answer in chunks of a byte costs far more memory than its bytes: of so many pieces none more is read. */
const mostPieces = 1_000;

export function post(
  agent: Dispatcher,
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
  /** For tests, which wait for as long as they take, or not as long. */
  timeoutMs = usualTimeoutMs,
): Promise<Answer> {
  const started = performance.now();
  return new Promise((resolve) => {
    const end = (answer: Omit<Answer, 'duration_ms'>) => {
      clearTimeout(timer);
      resolve({ ...answer, duration_ms: Math.round(performance.now() - started) });
    };
    const attempt = new Attempt(end);
    const timer = setTimeout(() => attempt.giveUp(timeoutMs), timeoutMs);
    try {
      const { origin, pathname, search } = new URL(url);
      agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, attempt);
    } catch (error) {
      attempt.fail(error as Error);
    }
  });
}

/**
 * Reads the beginning of an answer from the pieces as they come from the connection, without a stream between: a stream holds
 * what has arrived until it is asked for, for each of the answers at once. Only the status decides the outcome, so a broken or
 * endless body is not an error; the connection of one that goes on is closed.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #end: (answer: Omit<Answer, 'duration_ms'>) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #retryAfter: string | string[] | undefined;
  /** Made with the first piece: a piece itself keeps all that was read from the connection with it. */
  #kept: Buffer | undefined;
  #size = 0;
  #pieces = 0;
  #hasEnded = false;

  constructor(end: (answer: Omit<Answer, 'duration_ms'>) => void) {
    this.#end = end;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(new Error('the attempt is over'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Others may come before it, which only say that it will come.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = headers['retry-after'];
  }

  onResponseData(_: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#hasEnded) return;
    this.#kept ??= Buffer.allocUnsafeSlow(storedBytes);
    this.#size += piece.copy(this.#kept, this.#size);
    this.#pieces += 1;
    if (this.#size === storedBytes || this.#pieces === mostPieces) this.#finish({ isWhole: false });
  }

  onResponseEnd(): void {
    this.#finish({ isWhole: true });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  /** The time is over. What has arrived counts. */
  giveUp(timeoutMs: number): void {
    const isOver = Object.assign(new Error(`no answer within ${timeoutMs / 1000} s`), { name: 'TimeoutError' });
    this.fail(isOver);
    this.#controller?.abort(isOver);
  }

  fail(error: NodeJS.ErrnoException): void {
    if (this.#hasEnded) return;
    if (this.#status !== undefined) {
      this.#finish({ isWhole: false });
      return;
    }
    this.#hasEnded = true;
    this.#end(failure(error));
  }

  #finish({ isWhole }: { isWhole: boolean }): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const status = this.#status!;
    this.#end({
      outcome: status >= 200 && status < 300 ? 'delivered' : 'rejected',
      response_status: status,
      // A text in Postgres cannot contain NUL.
      response_body: this.#kept?.toString('utf8', 0, this.#size).replaceAll('\0', '') ?? '',
      retry_after: secondsToWait(this.#retryAfter),
    });
    this.#kept = undefined;
    if (!isWhole) this.#controller?.abort(new Error('the rest of the answer is not read'));
  }
}

function failure(error: NodeJS.ErrnoException): Pick<Answer, 'outcome' | 'error'> {
  const code = error.code ?? error.name;
  const text = [code, error.message].filter(Boolean).join(': ').slice(0, 500);
  if (code === 'OUTBOUND_REFUSED') return { outcome: 'refused', error: error.message };
  if (error.name === 'TimeoutError') return { outcome: 'timeout', error: error.message };
  if (/TIMEOUT|ETIMEDOUT/.test(String(code))) return { outcome: 'timeout', error: text };
  return { outcome: 'unreachable', error: text };
}

/** Retry-After contains seconds or a date. */
function secondsToWait(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (!text) return undefined;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 7 * 86_400) : undefined;
}
