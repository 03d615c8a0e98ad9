// The memory that the bytes of all images of this process may take together, for all senders.
import { megabyte } from './index.ts';

type Waiting = { bytes: number; start: () => void };

export class MemoryBudget {
  readonly #total: number;
  #used = 0;
  #waiting: Waiting[] = [];

  constructor(total: number) {
    this.#total = total;
  }

  /** Runs work that keeps at most this many bytes. It waits for them in the order of arrival, until the signal aborts. */
  async run<Result>(bytes: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    // Work that needs more than everything runs alone.
    const share = Math.min(bytes, this.#total);
    await this.#take(share, signal);
    try {
      return await work();
    } finally {
      this.#used -= share;
      this.#startNext();
    }
  }

  #take(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== mine);
        reject(signal.reason);
        // The next one may need less.
        this.#startNext();
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const mine = { bytes, start };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(mine);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#used + next.bytes <= this.#total; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.bytes;
      next.start();
    }
  }
}

/**
 * Ten of the largest files; those of forms wait on the disk, and take less than is counted. Decoding comes on top: one image at
 * a time, at most 280 MB.
 */
export const imageMemory = new MemoryBudget(100 * megabyte);
