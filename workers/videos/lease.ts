// The right to work on one video for a while. It is renewed as long as the work goes on; a process that dies leaves it to
// lapse, and another takes over.
import type { Logger } from '../../server/process/log.ts';

export interface LeaseOptions {
  /** How long it lasts without being renewed, in seconds. */
  seconds: number;
  renewMs: number;
}

/** It lapses before the job of a killed worker is freed for another (internal.report_worker). */
export const usualLease: LeaseOptions = { seconds: 20, renewMs: 5_000 };

/** The video was taken from us: it was cancelled, it expired, or we were silent for too long. */
export class LeaseLost extends Error {}

type Renew = (seconds: number) => Promise<boolean>;

export class Lease {
  /** Ends the work when the lease is lost, or when this process is asked to stop. */
  readonly signal: AbortSignal;
  readonly #renew: Renew;
  readonly #log: Logger;
  readonly #seconds: number;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();
  #renewedAt = performance.now();

  constructor(renew: Renew, stopping: AbortSignal, log: Logger, { seconds, renewMs }: LeaseOptions = usualLease) {
    this.#renew = renew;
    this.#log = log;
    this.#seconds = seconds;
    this.signal = AbortSignal.any([this.#lost.signal, stopping]);
    this.#timer = setInterval(() => {
      this.#renewing = this.#renewing.then(() => this.#renewOnce());
    }, renewMs);
  }

  /** Ends the work when a step was refused, because the video is not ours any more. */
  require(held: boolean): void {
    if (!held) this.#lost.abort(new LeaseLost());
    this.signal.throwIfAborted();
  }

  /** Renews it no more. */
  end(): void {
    clearInterval(this.#timer);
  }

  /** Lets another go on with the work at once; says whether the lease was still held. */
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
      this.#log.warn({ err: error }, 'the lease of a video could not be renewed');
      if (performance.now() - this.#renewedAt > this.#seconds * 1000) this.#lost.abort(new LeaseLost());
    }
  }
}
