// The right to work on one video for some time. It is renewed while the work goes on. When the process dies, the lease
// expires, and another process takes over.
import type { Logger } from '../../server/process/log.ts';

export interface LeaseOptions {
  /** How long the lease lasts without being renewed. */
  seconds: number;
  renewMs: number;
}

/** Shorter than the time after which the job of a killed worker is freed (internal.report_worker). */
export const defaultLease: LeaseOptions = { seconds: 20, renewMs: 5_000 };

/** We may not continue: the video was cancelled, has expired, or we did not renew the lease in time. */
export class LeaseLost extends Error {}

type Renew = (seconds: number) => Promise<boolean>;

export class Lease {
  /** Aborted when the lease is lost, or when this process must stop. */
  readonly signal: AbortSignal;
  readonly #renew: Renew;
  readonly #log: Logger;
  readonly #seconds: number;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();
  #renewedAt = performance.now();

  constructor(renew: Renew, stopping: AbortSignal, log: Logger, { seconds, renewMs }: LeaseOptions = defaultLease) {
    this.#renew = renew;
    this.#log = log;
    this.#seconds = seconds;
    this.signal = AbortSignal.any([this.#lost.signal, stopping]);
    this.#timer = setInterval(() => {
      this.#renewing = this.#renewing.then(() => this.#renewOnce());
    }, renewMs);
  }

  /** Throws when a step was refused because the lease is lost. */
  require(held: boolean): void {
    if (!held) this.#lost.abort(new LeaseLost());
    this.signal.throwIfAborted();
  }

  /** Stops renewing. */
  end(): void {
    clearInterval(this.#timer);
  }

  /** Lets another worker continue immediately. Returns whether the lease was still held. */
  async giveBack(): Promise<boolean> {
    this.end();
    await this.#renewing;
    return this.#renew(0);
  }

  async #renewOnce(): Promise<void> {
    try {
      if (await this.#renew(this.#seconds)) this.#renewedAt = performance.now();
      else this.#lost.abort(new LeaseLost());
    } catch (error) {
      this.#log.warn({ err: error }, 'a lease could not be renewed');
      if (performance.now() - this.#renewedAt > this.#seconds * 1000) this.#lost.abort(new LeaseLost());
    }
  }
}
