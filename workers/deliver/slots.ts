/** A number of places, given out in the order of asking. */
export class Slots {
  #free: number;
  #closed = false;
  readonly #waiting: ((granted: boolean) => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for one place; false when there will be none any more. */
  async wait(): Promise<boolean> {
    if (this.#closed) return false;
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Takes up to so many places at once, as far as nobody waits for them; gives how many. */
  take(most: number): number {
    const taken = Math.max(0, Math.min(most, this.#free));
    this.#free -= taken;
    return taken;
  }

  free(count: number): void {
    this.#free += count;
    while (this.#free > 0 && this.#waiting.length > 0) {
      this.#free--;
      this.#waiting.shift()!(true);
    }
  }

  close(): void {
    this.#closed = true;
    for (const resolve of this.#waiting.splice(0)) resolve(false);
  }
}
