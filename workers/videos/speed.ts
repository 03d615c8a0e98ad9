// How fast a source sends. Only the time that is spent waiting for the source counts: what the storage or the database
// take is not its fault. spec: Video limits
export interface SpeedOptions {
  /** Milliseconds that have gone by. */
  clock: () => number;
  /** A source may need some time to get going. */
  graceMs: number;
}

export const usualSpeed: SpeedOptions = { clock: () => performance.now(), graceMs: 60_000 };

const leastBytesASecond = 64 * 1024;

export class Speed {
  readonly #options: SpeedOptions;
  #bytes = 0;
  #waitedMs = 0;
  #waitingSince: number | undefined;

  constructor(options: SpeedOptions = usualSpeed) {
    this.#options = options;
  }

  /** Waits for the source. */
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
    return elapsed > this.#options.graceMs && this.#bytes * 1000 < leastBytesASecond * elapsed;
  }

  #elapsed(): number {
    const waiting = this.#waitingSince === undefined ? 0 : this.#options.clock() - this.#waitingSince;
    return this.#waitedMs + waiting;
  }
}
