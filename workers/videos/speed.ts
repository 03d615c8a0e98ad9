// Measures how fast a source sends. Only the time spent waiting for the source counts, not the time that the storage or the
// database needs. see: guides/videos#limits
export interface SpeedOptions {
  /** Returns the current time in milliseconds. */
  clock: () => number;
  /** A source may be slow for so long at the beginning. */
  graceMs: number;
}

export const defaultSpeed: SpeedOptions = { clock: () => performance.now(), graceMs: 60_000 };

const minBytesPerSecond = 64 * 1024;

export class Speed {
  readonly #options: SpeedOptions;
  #bytes = 0;
  #waitedMs = 0;
  #waitingSince: number | undefined;

  constructor(options: SpeedOptions = defaultSpeed) {
    this.#options = options;
  }

  /** Waits for the source and measures the time. */
  async wait<T>(answer: Promise<T>): Promise<T> {
    this.#waitingSince = this.#options.clock();
    try {
      return await answer;
    } finally {
      this.#waitedMs = this.#elapsed();
      this.#waitingSince = undefined;
    }
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  isTooSlow(): boolean {
    const elapsed = this.#elapsed();
    return elapsed > this.#options.graceMs && this.#bytes * 1000 < minBytesPerSecond * elapsed;
  }

  #elapsed(): number {
    const waiting = this.#waitingSince === undefined ? 0 : this.#options.clock() - this.#waitingSince;
    return this.#waitedMs + waiting;
  }
}
